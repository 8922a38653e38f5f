package io.backoff.modules;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A class loader for one class path, as {@link java.net.URLClassLoader} is. It searches only the directories and jars
 * that have the name, and reads each class once for all loaders: the tests load the same jars dozens of times.
 */
final class ShopClassLoader extends ClassLoader {

    private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();

    static {
        registerAsParallelCapable();
    }

    // The entries of the class path that have a name, in the order of the class path.
    private final Map<String, List<Entry>> named = new HashMap<>();
    private final Map<Entry, ProtectionDomain> domains = new ConcurrentHashMap<>();

    ShopClassLoader(List<String> classPath) {
        super(ClassLoader.getPlatformClassLoader());
        for (String path : classPath) {
            Entry entry = ENTRIES.computeIfAbsent(path, Entry::of);
            entry.names()
                    .forEach(name -> named.computeIfAbsent(name, any -> new ArrayList<>(1))
                            .add(entry));
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String resource = name.replace('.', '/') + ".class";
        List<Entry> found = named.get(resource);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        Entry entry = found.get(0);
        byte[] code = entry.code(resource);
        return defineClass(name, code, 0, code.length, domains.computeIfAbsent(entry, this::domain));
    }

    private ProtectionDomain domain(Entry entry) {
        return new ProtectionDomain(new CodeSource(entry.location(), (Certificate[]) null), null, this, null);
    }

    @Override
    protected URL findResource(String name) {
        List<Entry> found = named.get(withoutSlash(name));
        return found == null ? null : found.get(0).url(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(named.getOrDefault(withoutSlash(name), List.of()).stream()
                .map(entry -> entry.url(name))
                .toList());
    }

    private static String withoutSlash(String name) {
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }

    /** A directory or a jar. Its names include those of directories, without a slash at the end. */
    private record Entry(Path path, URL location, Set<String> names, Map<String, byte[]> codes) {

        static Entry of(String path) {
            try {
                Path absolute = Path.of(path).toAbsolutePath();
                return new Entry(absolute, absolute.toUri().toURL(), names(absolute), new ConcurrentHashMap<>());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Set<String> names(Path path) throws IOException {
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.walk(path)) {
                    return Set.copyOf(files.map(file -> path.relativize(file).toString())
                            .map(name -> name.replace(File.separatorChar, '/'))
                            .toList());
                }
            }
            Set<String> names = new HashSet<>();
            try (JarFile jar = new JarFile(path.toFile())) {
                jar.stream().forEach(entry -> names.add(withoutSlash(entry.getName())));
            }
            return names;
        }

        byte[] code(String name) {
            return codes.computeIfAbsent(name, this::read);
        }

        private byte[] read(String name) {
            // A jar may have classes for several versions of Java: the fragment selects that of this JVM.
            try (var stream = new URL(url(name) + "#runtime").openStream()) {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        URL url(String name) {
            try {
                return Files.isDirectory(path)
                        ? path.resolve(name).toUri().toURL()
                        : new URL("jar:" + location + "!/" + name);
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
