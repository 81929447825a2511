import { PressAnswer } from './press-answer.tsx';

/** Why a form was rejected, above its button. Nothing without a sentence. */
export function FormProblem({ sentence }: { sentence: string | null }) {
  if (!sentence) return null;
  return (
    <PressAnswer tone="stop" key={sentence}>
      <p>{sentence}</p>
    </PressAnswer>
  );
}
