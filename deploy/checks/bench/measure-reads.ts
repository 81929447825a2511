/** Milliseconds of sequential reads of one row through the embedded REST front, after a warm-up. */
export async function measureReads(url: string, key: string, count: number): Promise<{ median: number; p95: number }> {
  const address = `${url}/rest/v1/models?select=id,name,engine_cc&id=eq.royal-enfield/classic-350`;
  const times: number[] = [];
  for (let read = 0; read < count + 20; read += 1) {
    const began = performance.now();
    const answer = await fetch(address, { headers: { apikey: key } });
    const rows = (await answer.json()) as unknown[];
    if (rows.length !== 1) throw new Error(`The read answered ${answer.status} with ${rows.length} rows.`);
    if (read >= 20) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(count / 2)]!, p95: times[Math.floor(count * 0.95)]! };
}
