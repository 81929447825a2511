/** The only module that does HTTP; one instance for all apps. */
export { AppError, codeOfStatus, toAppError, type AppErrorCode } from './app-error.ts';
export { backendConnection, connectBackend, setAccessToken, type Connection } from './connection.ts';
export { importOnline } from './import-online.ts';
export type { Database, Json } from '../contracts/database.types.ts';
export { callBackend, callRpc, prepareReads, read, type Db } from './rest.ts';
export { loadSupabase, onSupabaseLoaded, sessionStorageKey, type Supabase } from './supabase.ts';
