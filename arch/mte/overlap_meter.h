#pragma once

#include "sim/core/ids.h"

#include <cstddef>
#include <vector>

namespace systole::arch {

// Who uses a resource at the same time as others, and for how long.
class OverlapMeter {
 public:
    explicit OverlapMeter(std::size_t users) : users_(users) {}

    void begin(std::size_t user, Cycles now) {
        advance(now);
        users_[user] = {true, 0};
        ++active_;
    }
    // Cycles since begin() during which another user was active, too.
    Cycles end(std::size_t user, Cycles now) {
        advance(now);
        users_[user].active = false;
        --active_;
        return users_[user].shared;
    }

 private:
    struct User {
        bool active = false;
        Cycles shared = 0;
    };

    void advance(Cycles now) {
        for (User& user : users_) {
            user.shared += user.active && active_ > 1 ? now - since_ : 0;
        }
        since_ = now;
    }

    std::vector<User> users_;
    std::size_t active_ = 0;
    Cycles since_ = 0;
};

}  // namespace systole::arch
