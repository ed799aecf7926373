// node bundle.mjs ENTRY OUT: the modules that ENTRY reaches, D3's included, as one script without
// imports, minified, below the licence texts of the packages that are in it. The same input gives
// the same bytes.
import {readFile} from "node:fs/promises";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

const [entry, out] = process.argv.slice(2).map(file => path.resolve(file));
if (!entry || !out) {
    console.error("usage: node bundle.mjs ENTRY OUT");
    process.exit(2);
}
const home = path.dirname(fileURLToPath(import.meta.url));
const options = {
    absWorkingDir: home,
    nodePaths: [path.join(home, "node_modules")],     // for entries of other folders
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    minify: true,
    charset: "utf8",
    target: "es2020",
    logLevel: "warning",
};

// The folder of the package that a module of it lies in.
function packageOf(module) {
    const match = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module);
    return match && match[1];
}

// Licence texts, each once, above it the packages that come under it.
async function licences(inputs) {
    const folders = new Set(Object.entries(inputs)
        .filter(([, {bytesInOutput}]) => bytesInOutput > 0)
        .map(([module]) => packageOf(module)).filter(Boolean));
    const owners = new Map();
    for (const folder of [...folders].sort()) {
        const root = path.resolve(home, folder);
        const {name, version} = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
        const text = (await readFile(path.join(root, "LICENSE"), "utf8")).trim();
        owners.set(text, [...(owners.get(text) || []), `${name} ${version}`]);
    }
    return [...owners].map(([text, names]) =>
        `${names.join(", ")}, compiled into this page:\n\n${text}`).join("\n\n");
}

const {metafile} = await build({...options, write: false, metafile: true, outfile: out});
const [{inputs}] = Object.values(metafile.outputs);
const banner = await licences(inputs);
await build({...options, outfile: out, banner: {js: `/*\n${banner}\n*/`}});
