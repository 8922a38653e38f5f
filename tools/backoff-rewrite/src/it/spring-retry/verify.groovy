import groovy.io.FileType

def before = new File(basedir, '../../../src/it/spring-retry').canonicalFile
def after = new File(basedir, '../../../src/it/spring-retry-migrated').canonicalFile

// The application does what it did.
def log = new File(basedir, 'build.log').readLines()
def lines = log.findAll { it.startsWith('| ') }
def half = lines.size().intdiv(2)
assert half == 10
assert lines.drop(half) == lines.take(half)

// A run says what it has done; nothing is declared twice in what it has written.
[
    "[INFO] 4 of 5 uses of the former library are migrated, 1 stay",
    "[INFO] shop.stock.Inventory: count, add -> policy 'inventory'",
    "[WARNING] shop.Ledger: book stays: 'stateful' has no equivalent: remove it, or retry where the method is called"
].each { assert it in log }
def table = []
new File(basedir, 'target/rewrite/datatables').eachFileRecurse(FileType.FILES) { table += it.name.contains('MigratedMethods') ? it.readLines() : [] }
assert table.any { it.contains('shop.stock.Warehouse') && it.contains('warehouse-reserve') }
assert !log.any { it.contains('must be unique') }

// Each file is as expected: changed as in spring-retry-migrated, or not at all.
def filled = { it.replace('@project.version@', version).replace('@spring-boot.version@', springBoot).replace('@spring-retry.version@', springRetry) }
def actual = { new File(basedir, it).text }
def changed = []
before.eachFileRecurse(FileType.FILES) { file ->
    if (file.parentFile == before && file.name != 'pom.xml') {
        return
    }
    def path = before.toPath().relativize(file.toPath()).toString()
    def migrated = new File(after, path)
    if (migrated.exists()) {
        changed << path
    }
    assert actual(path) == filled((migrated.exists() ? migrated : file).text)
}
after.eachFileRecurse(FileType.FILES) { assert after.toPath().relativize(it.toPath()).toString() in changed }

// A module that no longer uses spring-retry no longer has it.
def tree = { new File(basedir, it + '/target/tree.txt').text }
assert tree('stock').contains('io.backoff:backoff-starter:jar:' + version + ':compile')
assert !tree('stock').contains('spring-retry')
assert tree('shop').contains('org.springframework.retry:spring-retry')
return true
