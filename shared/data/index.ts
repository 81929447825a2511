/** The only place that knows HTTP; one instance for all apps. */
export {
  changePassword,
  redeemResetLink,
  sendPasswordReset,
  sendPhoneCode,
  signInWithPassword,
  signOut,
  signUp,
  verifyPhoneCode,
  type SignUpAnswer,
  type SignUpDetails,
} from './accounts.ts';
export { AppError, codeOfStatus, toAppError, type AppErrorCode } from './app-error.ts';
export { explainError } from './explain-error.ts';
export { backendConnection, connectBackend, setAccessToken, type Connection } from './connection.ts';
export type { Database, Json } from './database.types.ts';
export { callBackend, callRpc, prepareReads, read, type Db } from './rest.ts';
export { loadSupabase, onSupabaseLoaded, sessionStorageKey, type Supabase } from './supabase.ts';
