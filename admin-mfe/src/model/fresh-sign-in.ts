import { toAppError } from '@twostroke/shared/client';

/* Money back (also a fee that is waived or lowered, and a credit), changes of duties and exports need a sign-in of the
   last 15 minutes. The database says when it is older; the page then asks for the password or a code, and goes on with
   what was pressed. */

type Ask = () => Promise<boolean>;
let ask: Ask | null = null;

/** Names who asks for a sign-in. @returns a function that ends it */
export function onSignInAgain(asks: Ask): () => void {
  ask = asks;
  return () => {
    ask = null;
  };
}

/** Makes a call, again after a new sign-in where the database wants one. @throws AppError, also when it is not given */
export async function withFreshSignIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (thrown) {
    const isOld = toAppError(thrown).hint === 'sign_in_again';
    if (!isOld || !ask || !(await ask())) throw thrown;
    return call();
  }
}
