/** Settings of the embedded server: small in memory, durable, reachable from this machine only. */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  temp_buffers: '2MB',
  huge_pages: 'off',
  // One shop's queries are small: parallel workers and just-in-time compilation cost more time than they save.
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  jit: 'off',
  autovacuum_max_workers: '1',
  // No replication: realtime changes are sent by NOTIFY.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log must not collect customers' data: no statements, no parameters.
  log_min_error_statement: 'panic',
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  cluster_name: 'twostroke',
};

/** The settings as command-line arguments of the postgres program. */
export function serverSettings(changes: Record<string, string> = {}): string[] {
  return Object.entries({ ...settings, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
