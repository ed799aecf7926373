#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::sweep {

struct PoolLimits {
    double seconds = 0;       // of one job; 0: none
    std::uint64_t bytes = 0;  // that a worker may allocate beyond what it starts with; 0: none
};

// How a job ended.
struct JobEnd {
    enum class How { kAnswer, kTimeout, kMemory, kDied };
    std::uint64_t ticket = 0;
    How how = How::kAnswer;
    std::string bytes;  // the answer
    int signal = 0;     // kDied: what ended the worker, or 0 for an exit
    double seconds = 0;
};

// Worker processes that live as long as the pool and take one job after the other; what one does to
// itself harms only the job it has. They are forks, made when they are first needed, so the pool
// must be used before this process starts threads. Each end with their parent, whatever ends it.
class WorkerPool {
 public:
    // Called in a worker with the bytes of a job; gives those of its answer. std::bad_alloc ends
    // the worker and becomes kMemory.
    using Work = std::function<std::string(std::string_view job)>;

    WorkerPool(std::size_t workers, Work work, PoolLimits limits = {});
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // Whether a job that is submitted now soon has a worker.
    bool has_room() const;
    std::size_t open_jobs() const { return open_; }
    // Error{kStopped, "sweep.worker"} when no process can be started.
    void submit(std::uint64_t ticket, std::string job);
    // The next end of a job; nothing after `milliseconds` or after a signal.
    std::optional<JobEnd> wait(int milliseconds);

 private:
    struct Job {
        std::uint64_t ticket = 0;
        std::string bytes;
    };
    struct Worker {
        int process = -1;
        int socket = -1;
        std::deque<Job> jobs;  // the first one is being done
        std::int64_t began_us = 0;
        std::string received;
    };

    void start(Worker& worker);
    [[noreturn]] void serve(int socket) const;
    void hand_over(Worker& worker, Job job);
    static void send(const Worker& worker, const Job& job);
    static void close(Worker& worker, int* status);
    std::optional<JobEnd> take_answer(Worker& worker);
    JobEnd bury(Worker& worker, JobEnd::How how);
    bool receive(Worker& worker);
    int poll_milliseconds(int milliseconds) const;
    std::optional<JobEnd> overdue();

    Work work_;
    PoolLimits limits_;
    std::vector<Worker> workers_;
    std::size_t open_ = 0;
};

}  // namespace systole::sweep
