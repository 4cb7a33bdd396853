package consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.filterblock.*;
import io.github.filterblock.analysis.*;
import io.github.filterblock.bloom.*;
import io.github.filterblock.rocksdb.*;
import io.github.filterblock.table.*;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** README's examples, in the place of the lines that name them. */
final class Consumer {
    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void read(Path path) throws IOException {
        // README: read
    }

    private static void rocksdb(Path path) throws IOException {
        // README: rocksdb
    }

    private static void verify(Path path) throws IOException {
        // README: verify
    }

    public static void main(String[] args) throws IOException {
        Path testdata = Path.of(args[0]);
        Path allSet = testdata.resolve("corpus/damaged/n-filter-ones-crcfixed.ldb");
        Path partitioned = testdata.resolve("rocksdb-filters/tables/ribbon-part-fv6.sst");
        EngineExample engine = new EngineExample();
        StoredFilterBlock filter = engine.write(List.of(bytes("apple"), bytes("plum")), 4096);
        System.out.println(new String(filter.metaindexKey(), UTF_8) + " at " + filter.handle().offset());
        System.out.println(engine.mayHold(allSet, bytes("apple")) + ", " + engine.mayHold(partitioned, bytes("apple")));
        read(allSet);
        rocksdb(partitioned);
        verify(partitioned);
        verify(testdata.resolve("corpus/tables/chromium-indexeddb.ldb"));
    }
}
