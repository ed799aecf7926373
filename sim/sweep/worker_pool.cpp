#include "sim/sweep/worker_pool.h"

#include "sim/core/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

namespace systole::sweep {
namespace {

// A worker has the job it does and one more, so that it never waits for the parent.
constexpr std::size_t kQueue = 2;
constexpr char kAnswer = 'A';
constexpr char kOutOfMemory = 'M';
constexpr std::size_t kHeader = 1 + sizeof(std::uint64_t);  // of an answer: kind and size

std::int64_t now_us() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

bool write_all(int file, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t wrote = ::send(file, bytes, size, MSG_NOSIGNAL);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            return false;
        }
        bytes += wrote;
        size -= static_cast<std::size_t>(wrote);
    }
    return true;
}

bool read_all(int file, char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t got = ::read(file, bytes, size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        bytes += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_frame(int file, char kind, std::string_view bytes) {
    std::array<char, kHeader> header{};
    const std::uint64_t size = bytes.size();
    header[0] = kind;
    std::memcpy(header.data() + 1, &size, sizeof size);
    return write_all(file, header.data(), header.size()) &&
           write_all(file, bytes.data(), bytes.size());
}

void limit_memory(std::uint64_t bytes) {
    if (bytes == 0) {
        return;
    }
    std::uint64_t pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        unsigned long size = 0;
        pages = std::fscanf(file, "%lu", &size) == 1 ? size : 0;
        std::fclose(file);
    }
    const rlim_t most = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    const struct rlimit limit = {most, most};
    ::setrlimit(RLIMIT_AS, &limit);
}

// What a worker inherits and must not use: the terminal's signals are the parent's to answer, and
// its output is the parent's too.
void become_worker(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(0);
    }
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGHUP, SIG_DFL);
    std::signal(SIGPIPE, SIG_DFL);
    const struct rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::dup2(null, file);
    }
}

}  // namespace

WorkerPool::WorkerPool(std::size_t workers, Work work, PoolLimits limits)
    : work_(std::move(work)), limits_(limits), workers_(std::max<std::size_t>(1, workers)) {}

WorkerPool::~WorkerPool() {
    for (Worker& worker : workers_) {
        if (worker.process > 0) {
            close(worker, nullptr);
        }
    }
}

void WorkerPool::close(Worker& worker, int* status) {
    ::kill(worker.process, SIGKILL);
    ::waitpid(worker.process, status, 0);
    ::close(worker.socket);
    worker.process = -1;
}

bool WorkerPool::has_room() const {
    return std::any_of(workers_.begin(), workers_.end(), [](const Worker& worker) {
        return worker.jobs.size() < kQueue;
    });
}

void WorkerPool::submit(std::uint64_t ticket, std::string job) {
    Worker& idlest =
        *std::min_element(workers_.begin(), workers_.end(), [](const Worker& a, const Worker& b) {
            return a.jobs.size() < b.jobs.size();
        });
    ++open_;
    hand_over(idlest, {ticket, std::move(job)});
}

void WorkerPool::start(Worker& worker) {
    std::array<int, 2> ends{};  // ours, the worker's
    const pid_t parent = ::getpid();
    const bool joined = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
    const pid_t process = joined ? ::fork() : -1;
    if (process < 0) {
        throw Error(ErrorKind::kStopped,
                    "sweep.worker",
                    {},
                    fmt::format("cannot start a worker process: {}", std::strerror(errno)));
    }
    if (process == 0) {
        become_worker(parent);
        // The parent's ends must be the parent's alone.
        for (const Worker& other : workers_) {
            if (other.process > 0) {
                ::close(other.socket);
            }
        }
        ::close(ends[0]);
        serve(ends[1]);
    }
    ::close(ends[1]);
    worker.process = process;
    worker.socket = ends[0];
    worker.received.clear();
}

void WorkerPool::serve(int socket) const {
    limit_memory(limits_.bytes);
    for (;;) {
        std::uint64_t size = 0;
        if (!read_all(socket, reinterpret_cast<char*>(&size), sizeof size)) {
            ::_exit(0);
        }
        try {
            std::string job(size, '\0');
            if (!read_all(socket, job.data(), size)) {
                ::_exit(0);
            }
            if (!send_frame(socket, kAnswer, work_(job))) {
                ::_exit(0);
            }
        } catch (const std::bad_alloc&) {
            send_frame(socket, kOutOfMemory, {});
            ::_exit(0);
        }
    }
}

void WorkerPool::hand_over(Worker& worker, Job job) {
    if (worker.process < 0) {
        start(worker);
    }
    worker.jobs.push_back(std::move(job));
    if (worker.jobs.size() == 1) {
        worker.began_us = now_us();
    }
    send(worker, worker.jobs.back());
}

void WorkerPool::send(const Worker& worker, const Job& job) {
    // A worker that has just died cannot take it; its death is seen, and the job handed over again,
    // by wait().
    const std::uint64_t size = job.bytes.size();
    if (write_all(worker.socket, reinterpret_cast<const char*>(&size), sizeof size)) {
        write_all(worker.socket, job.bytes.data(), job.bytes.size());
    }
}

std::optional<JobEnd> WorkerPool::take_answer(Worker& worker) {
    if (worker.received.size() < kHeader) {
        return std::nullopt;
    }
    std::uint64_t size = 0;
    std::memcpy(&size, worker.received.data() + 1, sizeof size);
    if (worker.received.size() < kHeader + size) {
        return std::nullopt;
    }
    if (worker.received[0] == kOutOfMemory) {
        return bury(worker, JobEnd::How::kMemory);
    }
    JobEnd end;
    end.ticket = worker.jobs.front().ticket;
    end.bytes = worker.received.substr(kHeader, size);
    const std::int64_t now = now_us();
    end.seconds = static_cast<double>(now - worker.began_us) / 1e6;
    worker.began_us = now;
    worker.received.erase(0, kHeader + size);
    worker.jobs.pop_front();
    --open_;
    return end;
}

// Ends a worker and the job it has; the one behind gets a new worker.
JobEnd WorkerPool::bury(Worker& worker, JobEnd::How how) {
    int status = 0;
    close(worker, &status);
    JobEnd end;
    end.how = how;
    end.seconds = static_cast<double>(now_us() - worker.began_us) / 1e6;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.ticket = worker.jobs.front().ticket;
    std::deque<Job> rest(std::next(worker.jobs.begin()), worker.jobs.end());
    worker.jobs.clear();
    --open_;
    for (Job& job : rest) {
        hand_over(worker, std::move(job));
    }
    return end;
}

// False when the worker has closed its end.
bool WorkerPool::receive(Worker& worker) {
    std::array<char, 1 << 16> bytes{};
    const ssize_t got = ::read(worker.socket, bytes.data(), bytes.size());
    if (got > 0) {
        worker.received.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

int WorkerPool::poll_milliseconds(int milliseconds) const {
    if (limits_.seconds <= 0) {
        return milliseconds;
    }
    std::int64_t least = milliseconds;
    for (const Worker& worker : workers_) {
        if (!worker.jobs.empty()) {
            const std::int64_t left =
                worker.began_us + static_cast<std::int64_t>(limits_.seconds * 1e6) - now_us();
            least = std::min(least, std::max<std::int64_t>(0, left / 1000 + 1));
        }
    }
    return static_cast<int>(least);
}

std::optional<JobEnd> WorkerPool::overdue() {
    for (Worker& worker : workers_) {
        if (limits_.seconds > 0 && !worker.jobs.empty() &&
            static_cast<double>(now_us() - worker.began_us) / 1e6 > limits_.seconds) {
            return bury(worker, JobEnd::How::kTimeout);
        }
    }
    return std::nullopt;
}

std::optional<JobEnd> WorkerPool::wait(int milliseconds) {
    for (Worker& worker : workers_) {
        if (worker.process > 0) {
            if (auto end = take_answer(worker)) {
                return end;
            }
        }
    }
    std::vector<struct pollfd> files;
    std::vector<Worker*> polled;
    for (Worker& worker : workers_) {
        if (worker.process > 0) {
            files.push_back({worker.socket, POLLIN, 0});
            polled.push_back(&worker);
        }
    }
    const int ready = ::poll(files.data(), files.size(), poll_milliseconds(milliseconds));
    for (std::size_t i = 0; i < files.size() && ready > 0; ++i) {
        if (files[i].revents == 0) {
            continue;
        }
        const bool alive = receive(*polled[i]);
        if (auto end = take_answer(*polled[i])) {
            return end;
        }
        if (!alive && polled[i]->jobs.empty()) {
            close(*polled[i], nullptr);
        } else if (!alive) {
            return bury(*polled[i], JobEnd::How::kDied);
        }
    }
    return overdue();
}

}  // namespace systole::sweep
