module consumer {
    requires io.github.filterblock.check;
    requires io.github.filterblock.redis;
}
