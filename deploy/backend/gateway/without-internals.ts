import { authError, json, restError } from './answers.ts';

const sorry = 'Something went wrong on our side.';

/**
 * An answer of lite without the texts of JavaScript errors. Where its parsers threw one, the request was not written as
 * PostgREST reads it, so that is the caller's error; everything else that went wrong is ours.
 */
export async function withoutInternals(answer: Response, isAuth: boolean): Promise<Response> {
  if (answer.status < 500 && (isAuth || answer.status !== 400)) return answer;
  const text = await answer.text();
  // Of a row without fields lite makes a statement that Postgres can't parse.
  if (answer.status === 400) return fieldsOf(text).code === '42601' ? unreadable() : restored(answer, text);
  if (isAuth) return answer.status === 500 ? authError(500, 'unexpected_failure', sorry) : restored(answer, text);
  const { code, message = '' } = fieldsOf(text);
  // A function that writes, called by GET: PostgREST says that it is to be called in another way.
  if (code === '25006') return new Response(text, { status: 405, headers: answer.headers });
  // A code of Postgres or PostgREST: an error of the database, with its own words.
  if (code !== undefined && code !== 'SUP') return restored(answer, text);
  if (/^(Type|Range|Syntax|URI|Reference)Error\b/.test(message)) {
    return unreadable();
  }
  // A list of columns that ends inside quotes.
  const openQuote = /^Error: (Missing closing quote at position \d+)$/.exec(message)?.[1];
  if (openQuote) return unreadable(openQuote);
  return restError(answer.status, sorry, 'refused');
}

function unreadable(message = 'The request could not be read.'): Response {
  return json(400, { code: 'PGRST100', message, details: null, hint: null });
}

function restored(answer: Response, text: string): Response {
  return new Response(text, { status: answer.status, headers: answer.headers });
}

function fieldsOf(text: string): { code?: string; message?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { code?: string; message?: string };
  } catch {
    return {};
  }
}
