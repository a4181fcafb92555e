// Solves boards of the 15-puzzle from C++, with owners for what the library makes:
//
//   cmake -B build . && cmake --build build
//   build/puzzle "5 1 0 4/6 7 3 8/2 14 10 11/9 13 15 12"
#include <laatta/laatta.h>

#include <cstring>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace {

void check(lt_status status, const lt_error &err)
{
    if (status != LT_OK) throw std::runtime_error(err.text);
}

struct FreeSession {
    void operator()(np_session *session) const { np_session_free(session); }
};
using Session = std::unique_ptr<np_session, FreeSession>;

Session session_for(const np_position &goal)
{
    np_session *session = nullptr;
    np_options options = {};
    options.heuristic = "manhattan"; // no tables to build for a few boards
    options.solver = "ida";
    lt_error err;
    check(np_session_new(&session, &goal, &options, &err), err);
    return Session(session);
}

} // namespace

int main(int argc, char **argv)
try {
    for (int i = 1; i < argc; i++) {
        np_position board, goal;
        lt_error err;
        check(np_position_parse(&board, 0, 0, argv[i], std::strlen(argv[i]), &err), err);
        np_position_goal(&goal, board.rows, board.cols, false);
        Session session = session_for(goal);
        np_solution solution = {};
        check(np_session_solve(session.get(), &board, &solution, &err), err);
        std::cout << solution.length << " moves: " << solution.moves << '\n';
        np_solution_release(&solution);
    }
    return 0;
} catch (const std::exception &failure) {
    std::cerr << "puzzle: " << failure.what() << '\n';
    return 1;
}
