package io.backoff.rewrite.equivalence;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Code that was compiled in memory, on top of {@link Libraries}. */
final class CompiledCode extends ClassLoader {

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    // Shared, since it takes most of its time to open the class path.
    private static final JavaFileManager CLASS_PATH = classPath();
    // Cases that differ in their configuration alone have the same code.
    private static final Map<List<Source>, CompiledCode> COMPILED = new ConcurrentHashMap<>();
    // Of the JDK, as few modules as the code needs: the compiler lists the packages of each.
    private static final List<String> OPTIONS =
            List.of("-parameters", "-proc:none", "-nowarn", "--limit-modules=java.base,java.sql");

    private final Map<String, ByteArrayOutputStream> classes;

    private CompiledCode(Map<String, ByteArrayOutputStream> classes) {
        super(Libraries.LOADER);
        this.classes = classes;
    }

    /** Compiles the files that are Java, by path. */
    static CompiledCode of(Map<String, String> files) {
        var sources = files.entrySet().stream()
                .filter(each -> each.getKey().endsWith(".java"))
                .map(each -> new Source(each.getKey(), each.getValue()))
                .toList();
        return COMPILED.computeIfAbsent(sources, CompiledCode::compile);
    }

    private static CompiledCode compile(List<Source> sources) {
        var problems = new DiagnosticCollector<JavaFileObject>();
        var written = new Written();
        var files = sources.stream().map(Source::file).toList();
        boolean compiles =
                COMPILER.getTask(null, written, problems, OPTIONS, null, files).call();
        if (!compiles) {
            throw new AssertionError(problems.getDiagnostics() + "\n"
                    + sources.stream().map(Source::text).collect(Collectors.joining("\n")));
        }
        return new CompiledCode(written.classes);
    }

    private static JavaFileManager classPath() {
        var files = COMPILER.getStandardFileManager(null, null, null);
        try {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, Libraries.classPath());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return files;
    }

    /** The classes that are not nested in another one. */
    List<Class<?>> classes() {
        return classes.keySet().stream()
                .filter(each -> !each.contains("$"))
                .sorted()
                .<Class<?>>map(this::load)
                .toList();
    }

    private Class<?> load(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        var code = classes.get(name);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code.toByteArray(), 0, code.size());
    }

    private static final class Written extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Written() {
            super(CLASS_PATH);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            var code = new ByteArrayOutputStream();
            classes.put(name, code);
            return new SimpleJavaFileObject(URI.create("memory:/" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return code;
                }
            };
        }

        @Override
        public void close() {}
    }

    private record Source(String path, String text) {

        JavaFileObject file() {
            return new SimpleJavaFileObject(URI.create("memory:///" + path), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreErrors) {
                    return text;
                }
            };
        }
    }
}
