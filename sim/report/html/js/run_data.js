// The run as typed arrays. sim/report/html/column.h describes the columns, run_nodes.h and
// run_bins.h what they hold.

function decodeColumn(text, count, ArrayType) {
    const coded = atob(text);
    const values = new ArrayType(count);
    let at = 0;
    let value = 0;
    for (let i = 0; i < count; ++i) {
        let byte = coded.charCodeAt(at++);
        let zigzag = byte & 0x7f;
        for (let scale = 128; byte >= 0x80; scale *= 128) {
            byte = coded.charCodeAt(at++);
            zigzag += (byte & 0x7f) * scale;
        }
        value += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
        values[i] = value;
    }
    return values;
}

function readDocument(id) {
    return JSON.parse(document.getElementById(id).textContent);
}

// First index in [from, to) whose value makes `isRight` true; the values before it do not.
export function bisect(from, to, isRight) {
    while (from < to) {
        const middle = (from + to) >>> 1;
        if (isRight(middle)) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    return from;
}

// Running levels over time of intervals [from, to) with weights: time[i] is where `level` and
// `count` change to level[i] and count[i].
function buildSteps(from, to, weight, first, last) {
    const opens = [];
    for (let i = first; i < last; ++i) {
        if (from[i] < to[i]) {
            opens.push(i);
        }
    }
    const closes = opens.slice().sort((a, b) => to[a] - to[b]);
    opens.sort((a, b) => from[a] - from[b]);
    const time = new Float64Array(2 * opens.length);
    const level = new Float64Array(2 * opens.length);
    const count = new Int32Array(2 * opens.length);
    let steps = 0;
    let nowLevel = 0;
    let nowCount = 0;
    for (let o = 0, c = 0; c < closes.length;) {
        const at = o < opens.length ? Math.min(from[opens[o]], to[closes[c]]) : to[closes[c]];
        for (; c < closes.length && to[closes[c]] === at; ++c) {
            nowLevel -= weight[closes[c]];
            --nowCount;
        }
        for (; o < opens.length && from[opens[o]] === at; ++o) {
            nowLevel += weight[opens[o]];
            ++nowCount;
        }
        time[steps] = at;
        level[steps] = nowLevel;
        count[steps] = nowCount;
        ++steps;
    }
    return {
        time: time.subarray(0, steps),
        level: level.subarray(0, steps),
        count: count.subarray(0, steps),
    };
}

function decodeNodes(raw) {
    const n = raw.node.count;
    const ints = name => decodeColumn(raw.node[name], n, Int32Array);
    const longs = name => decodeColumn(raw.node[name], n, Float64Array);
    const nodes = {
        count: n,
        id: decodeColumn(raw.node.id, n, Uint32Array),
        op: decodeColumn(raw.node.op, n, Uint16Array),
        start: longs("start"),
        cycles: longs("cycles"),
        dependency: longs("dependency"),
        address: longs("address"),
        contention: longs("contention"),
        workBack: longs("work_back"),
        closer: ints("closer"),
        end: new Float64Array(n),
        useOffset: new Uint32Array(n + 1),
        uses: null,
        byId: new Map(),
        // Of a trace with shapes: 1 + index of the layer and of the shape; 0 for none.
        layer: raw.node.layer ? ints("layer") : null,
        shape: raw.node.shape ? ints("shape") : null,
        shapes: raw.node.shapes || [],
    };
    const counts = ints("use_count");
    for (let i = 0; i < n; ++i) {
        nodes.end[i] = nodes.start[i] + nodes.cycles[i] + nodes.contention[i];
        nodes.useOffset[i + 1] = nodes.useOffset[i] + counts[i];
        nodes.byId.set(nodes.id[i], i);
    }
    nodes.uses = decodeColumn(raw.node.uses, nodes.useOffset[n], Uint32Array);
    return nodes;
}

function decodeResidencies(raw, nodes, traceNodes, makespan) {
    const n = raw.residency.count;
    const column = (name, type) => decodeColumn(raw.residency[name], n, type);
    const held = column("held", Float64Array);
    const residencies = {
        count: n,
        buffer: column("buffer", Float64Array),
        lo: column("lo", Float64Array),
        size: column("size", Float64Array),
        open: column("open", Float64Array),
        close: new Float64Array(n),
        openNode: column("open_node", Uint32Array),
        closeNode: column("close_node", Uint32Array),
        backed: column("backed", Uint8Array),
        live: new Float64Array(n),               // when its first user starts, or its reload
        firstUser: new Int32Array(n).fill(-1),   // positions in `nodes`; spills do not count
        lastUser: new Int32Array(n).fill(-1),
        spilledOut: new Uint8Array(n),
        spilledIn: new Uint8Array(n),
        colourOp: new Int32Array(n).fill(-1),    // the op that first worked in its buffer
    };
    for (let r = 0; r < n; ++r) {
        residencies.close[r] = residencies.open[r] + held[r];
        residencies.spilledOut[r] = residencies.closeNode[r] >= traceNodes ? 1 : 0;
        residencies.spilledIn[r] = residencies.openNode[r] >= traceNodes ? 1 : 0;
        residencies.live[r] = residencies.spilledIn[r] ? residencies.open[r] : residencies.close[r];
    }
    for (let i = 0; i < nodes.count; ++i) {
        if (nodes.id[i] >= traceNodes) {
            continue;
        }
        for (let u = nodes.useOffset[i]; u < nodes.useOffset[i + 1]; ++u) {
            const r = nodes.uses[u];
            const first = residencies.firstUser[r];
            const last = residencies.lastUser[r];
            if (first < 0 || nodes.start[i] < nodes.start[first]) {
                residencies.firstUser[r] = i;
                residencies.live[r] = Math.min(residencies.live[r], nodes.start[i]);
            }
            if (last < 0 || nodes.end[i] >= nodes.end[last]) {
                residencies.lastUser[r] = i;
            }
        }
    }
    const opOfBuffer = new Map();
    for (let r = 0; r < n; ++r) {
        const buffer = residencies.buffer[r];
        if (!opOfBuffer.has(buffer) && residencies.firstUser[r] >= 0) {
            opOfBuffer.set(buffer, nodes.op[residencies.firstUser[r]]);
        }
        residencies.colourOp[r] = opOfBuffer.has(buffer) ? opOfBuffer.get(buffer) : -1;
    }
    return residencies;
}

// The node after which a residency's addresses were free, or -1: its SPILL_OUT, or its last user.
export function lastWork(run, residency) {
    const r = run.residencies;
    return r.spilledOut[residency] ? run.nodes.byId.get(r.closeNode[residency])
                                   : r.lastUser[residency];
}

function decodeBins(raw) {
    const cells = raw.map_columns * raw.map_rows;
    return {
        width: raw.width,
        count: raw.count,
        mapWidth: raw.map_width,
        mapColumns: raw.map_columns,
        mapRows: raw.map_rows,
        pipes: raw.pipes.map(p => ({
            busy: decodeColumn(p.busy, raw.count, Uint8Array),
            dependency: decodeColumn(p.dependency, raw.count, Uint8Array),
            address: decodeColumn(p.address, raw.count, Uint8Array),
            contention: decodeColumn(p.contention, raw.count, Uint8Array),
            spills: decodeColumn(p.spills, raw.count, Uint32Array),
            op: decodeColumn(p.op, raw.count, Uint16Array),
        })),
        tiers: raw.tiers.map(t => ({
            held: decodeColumn(t.held, raw.count, Float64Array),
            live: decodeColumn(t.live, raw.count, Float64Array),
            map: t.map === "" ? null : decodeColumn(t.map, cells, Uint8Array),
        })),
    };
}

export function loadRun() {
    const facts = readDocument("systole-facts");
    const rawNodes = readDocument("systole-nodes");
    const rawBins = readDocument("systole-bins");
    const run = {
        facts,
        summary: readDocument("systole-summary"),
        config: readDocument("systole-config"),
        makespan: facts.makespan,
        traceNodes: facts.trace.nodes,
        ops: (rawNodes || rawBins).ops,
        nodes: null,
        residencies: null,
        bins: null,
    };
    run.spillOut = run.ops.length - 2;
    run.pipes = facts.pipes.map((name, index) => ({
        name,
        index,
        ops: facts.ops.filter(o => o.pipe === name),
    })).filter(p => p.ops.length > 0);
    if (rawNodes) {
        run.nodes = decodeNodes(rawNodes);
        run.residencies = decodeResidencies(rawNodes, run.nodes, run.traceNodes, run.makespan);
        for (const pipe of run.pipes) {
            pipe.first = rawNodes.pipe_offsets[pipe.index];
            pipe.last = rawNodes.pipe_offsets[pipe.index + 1];
        }
    } else {
        run.bins = decodeBins(rawBins);
    }
    run.tiers = facts.tiers.map((name, index) => ({
        name,
        index,
        capacity: facts.capacity[index],
        first: rawNodes ? rawNodes.tier_offsets[index] : 0,
        last: rawNodes ? rawNodes.tier_offsets[index + 1] : 0,
    })).filter(t => rawNodes ? t.last > t.first : run.bins.tiers[t.index].map !== null);
    for (const tier of run.tiers) {
        if (run.residencies) {
            const r = run.residencies;
            tier.held = buildSteps(r.open, r.close, r.size, tier.first, tier.last);
            tier.live = buildSteps(r.live, r.close, r.size, tier.first, tier.last);
        }
    }
    return run;
}

// Position of the node that runs on `pipe` at cycle t, or of the first one after; pipe.last when
// none follows.
export function nodeAtOrAfter(run, pipe, t) {
    return bisect(pipe.first, pipe.last, i => run.nodes.end[i] > t);
}

// Level of a step function at cycle t.
export function stepAt(steps, t) {
    const i = bisect(0, steps.time.length, k => steps.time[k] > t) - 1;
    return i < 0 ? {level: 0, count: 0} : {level: steps.level[i], count: steps.count[i]};
}

export function pipeOf(run, position) {
    return run.pipes.find(p => position >= p.first && position < p.last);
}

export function tierOf(run, residency) {
    return run.tiers.find(t => residency >= t.first && residency < t.last);
}

export function isSpill(run, op) {
    return op >= run.spillOut;
}
