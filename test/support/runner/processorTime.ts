/** Processor time of this thread in milliseconds. Other work on the machine adds little to it. */
export const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
