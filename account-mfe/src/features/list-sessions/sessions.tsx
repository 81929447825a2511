import { useQuery } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { explain } from '../../messages.ts';

/** Where this person is signed in. The list and its code are loaded after the page. */
export function Sessions({ userId }: { userId: string }) {
  const query = useQuery(`sessions of ${userId}`, async () => {
    const [{ SessionList }, sessions] = await Promise.all([import('./session-list.tsx'), callRpc('list_sessions', {})]);
    return { SessionList, sessions };
  });
  if (query.status === 'ready') {
    const { SessionList, sessions } = query.data;
    return <SessionList sessions={sessions} onChanged={query.reload} />;
  }
  if (query.status !== 'failed') return <SkeletonCard lines={2} label="Loading where you are signed in" />;
  return (
    <Stack start>
      <FormProblem sentence={explain(query.error)} />
      <Button variant="line" small onClick={query.reload}>
        Try again
      </Button>
    </Stack>
  );
}
