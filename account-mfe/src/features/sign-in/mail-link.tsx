import { useQuery } from '@twostroke/shared/api/use-query';
import { importOnline } from '@twostroke/shared/client';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { Stack } from '@twostroke/shared/ui/stack';
import { explain } from '../../messages.ts';
import type { MailLinkPageProps } from './mail-link-page.tsx';

/** The page of a mail link, in a chunk of its own: few visitors come by one. */
export function MailLink(props: MailLinkPageProps) {
  const page = useQuery('page of a mail link', () => importOnline(() => import('./mail-link-page.tsx')));
  if (page.status === 'ready') return <page.data.MailLinkPage {...props} />;
  if (page.status !== 'failed') return <Spinner label="Opening your link" />;
  return (
    <Stack>
      <Heading level={1} size="l">
        We could not open your link
      </Heading>
      <FormProblem sentence={`${explain(page.error)} Your link is not used up.`} />
      <Button onClick={page.reload}>Try again</Button>
    </Stack>
  );
}
