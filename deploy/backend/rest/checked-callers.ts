import type { ServerOptions } from '@supabase/lite';
import type { Caller } from '../gateway/access-token.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Passes the verified caller to lite's REST. lite would verify the token twice more and read user and session from Auth's
 * tables without using them; the gateway has verified the token and checked that its session has not ended.
 */
export function createCheckedCallers(): { add(request: Request, caller: Caller): void; middleware: Middleware } {
  const callers = new WeakMap<Request, Caller>();
  return {
    // Keys are matched by lite, which knows them by their text.
    add: (request, caller) => void (caller.expiresAt !== undefined && callers.set(request, caller)),
    middleware: async (context, next) => {
      const claims = callers.get(context.req.raw)?.claims;
      // A token of the future is rejected by lite itself.
      if (claims && !(typeof claims['iat'] === 'number' && claims['iat'] > Date.now() / 1000)) {
        context.set('ignoreAuthorization', true);
        context.set('jwt', { ...claims });
        const { sub, session_id: session } = claims;
        if (typeof sub === 'string') context.set('userId', sub);
        if (typeof session === 'string') context.set('sessionId', session);
      }
      await next();
    },
  };
}
