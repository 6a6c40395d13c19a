import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.knn.plugin.KNNPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/** One OpenSearch node on this machine alone: data folder, port of HTTP, port between nodes. Says "UP" when it answers. */
public class Start {
  static class Single extends Node {
    Single(Settings settings, Collection<Class<? extends Plugin>> modules) {
      super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "node"), modules, false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Files.createDirectories(Path.of(arguments[0], "config"));
    Settings settings = Settings.builder()
        .put("path.home", arguments[0])
        .put("cluster.name", "fundus")
        .put("node.name", "node")
        .put("discovery.type", "single-node")
        .put("network.host", "127.0.0.1")
        .put("http.port", arguments[1])
        .put("transport.port", arguments[2])
        .put("http.type", "netty4")
        .put("transport.type", "netty4")
        .put("node.processors", 2)
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .build();
    Node node = new Single(settings, List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, MapperExtrasPlugin.class, KNNPlugin.class));
    node.start();
    System.out.println("UP");
    while (System.in.read() >= 0) { }
    node.close();
  }
}
