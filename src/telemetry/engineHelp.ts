// The flow engine's library describes none of its metrics in their text.
const help: ReadonlyMap<string, string> = new Map([
  ["effect_cluster_entities", "Flow runs that this process has in memory"],
  ["effect_cluster_entity_mailbox_size", "Messages that wait for a flow run in memory"],
  ["effect_cluster_entity_mailbox_size_max", "Most messages that wait for one flow run in memory"],
  ["effect_cluster_runners", "Processes that are registered for flows"],
  ["effect_cluster_runners_healthy", "Processes registered for flows that respond"],
  ["effect_cluster_shards", "Parts of the flow runs that this process has"],
  ["effect_cluster_shards_releasing", "Parts of the flow runs that this process gives to another"],
  ["effect_cluster_singletons", "Work for all processes that this one does"]
])

/** Adds the help of the flow engine's metrics to a Prometheus text. */
export const withEngineHelp = (text: string): string =>
  text.replaceAll(/^# TYPE (\w{1,200}) \w+$/gm, (line: string, name: string) => {
    const words = help.get(name)
    return words === undefined ? line : `# HELP ${name} ${words}\n${line}`
  })
