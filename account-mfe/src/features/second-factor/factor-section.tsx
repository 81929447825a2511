import { useQuery } from '@twostroke/shared/api/use-query';
import { callRpc } from '@twostroke/shared/client';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { explain } from '../../messages.ts';

/** The second factor in the profile of staff. Its code is loaded only for them. */
export function FactorSection({ userId }: { userId: string }) {
  const query = useQuery(`second factor of ${userId}`, async () => {
    const [{ FactorSettings }, factor] = await Promise.all([
      import('./factor-settings.tsx'),
      callRpc('second_factor', {}),
    ]);
    return { FactorSettings, factor };
  });
  if (query.status === 'ready') {
    const { FactorSettings, factor } = query.data;
    return <FactorSettings factor={factor} onChanged={query.reload} />;
  }
  if (query.status !== 'failed') return <SkeletonCard lines={2} label="Loading your second factor" />;
  return (
    <Stack start>
      <FormProblem sentence={explain(query.error)} />
      <Button variant="line" small onClick={query.reload}>
        Try again
      </Button>
    </Stack>
  );
}
