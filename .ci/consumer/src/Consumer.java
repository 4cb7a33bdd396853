package consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
// README: imports

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
        System.out.println(engine.write(List.of(bytes("apple")), 4096).bytes().remaining());
        System.out.println(engine.mayHold(partitioned, bytes("apple")));
        read(allSet);
        rocksdb(partitioned);
        verify(partitioned);
        verify(testdata.resolve("corpus/tables/chromium-indexeddb.ldb"));
    }
}

// README: engine
