import { groupFaqs } from './group-faqs.ts';

const faq = (id: number, topic: string) => ({ id, topic, question: `Question ${id}`, answer: [] });

test('keeps topics and questions in their original order', () => {
  const topics = groupFaqs([faq(1, 'Booking'), faq(2, 'Your data'), faq(3, 'Booking')]);
  expect(topics.map(({ id, faqs }) => [id, faqs.map((each) => each.id)])).toEqual([
    ['booking', [1, 3]],
    ['your-data', [2]],
  ]);
});
