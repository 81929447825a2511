import { paths } from '@twostroke/shared/contracts/paths';
import { shop } from '@twostroke/shared/domain/shop';
import { useLoaderData } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { Dado } from '../parts/dado.tsx';
import { Head } from '@twostroke/shared/ui/head';
import { chat, info, phone } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { Container } from '@twostroke/shared/ui/container';
import { useState } from 'react';
import { lazyLoader } from '../model/lazy-loader.ts';
import { FaqTopics } from '../features/answer-questions/faq-topics.tsx';
import { findQuestions } from '../features/answer-questions/find-questions.ts';
import { groupFaqs } from '../features/answer-questions/group-faqs.ts';
import { QuestionFinder } from '../features/answer-questions/question-finder.tsx';
import { TopicLinks } from '../features/answer-questions/topic-links.tsx';
import { useLinkedQuestion } from '../features/answer-questions/use-linked-question.ts';
import type { loader as load } from './faq.loader.ts';
import styles from './faq.module.css';

export { handle } from './faq.handle.ts';

export const loader = lazyLoader(() => import(/* webpackChunkName: "loaders" */ './faq.loader.ts'));

export function Component() {
  const faqs = useLoaderData<typeof load>();
  const [typed, setTyped] = useState('');
  const found = findQuestions(faqs, typed);
  const topics = groupFaqs(found);
  const words = found.length === 1 ? '1 question' : `${found.length} questions`;
  useLinkedQuestion();
  return (
    <Container>
      <Head
        title="Questions and answers"
        description="Booking, prices, doorstep and pickup, warranty, cancelling, rain: the questions we are asked every day, answered in figures."
        canonicalPath={paths.faq()}
      />
      <Breadcrumbs crumbs={[{ label: 'Home', to: paths.home() }, { label: 'Questions' }]} />
      <Stack gap="s">
        <h1>FAQ: asked every day</h1>
        <Dado objects={[chat, info]} />
        <Text size="lead">{faqs.length} questions, answered the way we answer them at the counter.</Text>
        <QuestionFinder typed={typed} onType={setTyped} found={typed.trim() ? words : ''} />
      </Stack>
      <TwoColumns wide className={styles.columns}>
        {found.length > 0 ? (
          <FaqTopics topics={topics} />
        ) : (
          <p>No question has these words. Try fewer or other ones, or call us: a person answers.</p>
        )}
        <SideColumn sticky className={styles.side}>
          {found.length > 0 && <TopicLinks topics={topics} />}
          <Note icon={phone}>
            <p>
              Rather ask a person? Call{' '}
              <Anchor to={`tel:${shop.phone}`} className={styles.phone}>
                {shop.phoneShown}
              </Anchor>
              , {shop.hours.join(', ')}, or <Anchor to={paths.contact()}>write to us</Anchor>.
            </p>
          </Note>
        </SideColumn>
      </TwoColumns>
    </Container>
  );
}
