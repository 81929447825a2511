import { render, screen } from '@testing-library/react';

const page = `
  <style>
    .off { display: none }
    .unseen { visibility: hidden }
    @media screen { .flat { display: flex } }
    @media print { p { display: none } }
    .away, .away > a { pointer-events: none }
  </style>
  <p>Text <span>span</span> <b class="flat">bold</b> <q style="display: block">quote</q></p>
  <p hidden>hidden</p> <section class="off"><a href="/">link</a></section>
  <section class="unseen"><button>seen <i style="visibility: visible">again</i></button></section>
  <div class="away"><a href="/">link</a><button style="pointer-events: auto">press</button></div>
  <dialog>closed</dialog><dialog open>open</dialog><details><summary>more</summary>text</details>
  <form><input><input type="hidden"><select><optgroup><option>one</option></optgroup></select></form>
  <table><caption>c</caption><thead><tr><th>h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table>
  <ul><li>item</li></ul><ruby>r<rp>(</rp><rt>t</rt></ruby><svg><title>t</title><a>svg</a></svg>
  <template></template><script type="text/plain"></script>`;

const read = (element: Element) => {
  const { display, visibility, pointerEvents, direction } = getComputedStyle(element);
  return { tag: element.outerHTML, display, visibility, pointerEvents, direction };
};

test('the styles that queries and clicks read are those of jsdom, for each element of a page', () => {
  document.body.innerHTML = page;
  const frame = document.head.appendChild(document.createElement('iframe'));
  // Only elements of the test's own document are answered without jsdom.
  const ofJsdom = frame.contentDocument!;
  ofJsdom.body.innerHTML = page;
  const answers = [...document.body.querySelectorAll('*')].map(read);
  expect(answers).toEqual([...ofJsdom.body.querySelectorAll('*')].map(read));
  expect(new Set(answers.map(({ display }) => display))).toContain('flex');
  expect(answers.filter(({ visibility }) => visibility === 'hidden')).toHaveLength(2);
  expect(answers.filter(({ pointerEvents }) => pointerEvents === 'none')).toHaveLength(2);
  frame.remove();
  document.body.replaceChildren();
});

test('a query by role finds only what is shown now, by its exact name', () => {
  const { container } = render(
    <section>
      <style>{'.off { display: none }'}</style>
      <button>
        Pay <b>now</b>
        <span hidden>never</span>
      </button>
    </section>,
  );
  const section = container.querySelector('section')!;
  const pay = () => screen.queryByRole('button', { name: 'Pay now' });
  expect(pay()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay nownever' })).toBeNull();
  section.style.display = 'none';
  expect(pay()).toBeNull();
  section.style.display = '';
  expect(pay()).toBeTruthy();
  section.style.visibility = 'hidden';
  expect(pay()).toBeNull();
  section.removeAttribute('style');
  section.className = 'off';
  expect(pay()).toBeNull();
  container.querySelector('style')!.textContent = '.on { display: none }';
  expect(pay()).toBeTruthy();
  section.className = '';
  section.hidden = true;
  expect(pay()).toBeNull();
  section.hidden = false;
  expect(pay()).toBeTruthy();
});

test('a query that was waited for in vain shows the document, once', async () => {
  render(<p>Only this</p>);
  const failure = screen.findByRole('button', { name: 'Pay now' }, { timeout: 20 });
  const message = await failure.then(String, ({ message }: Error) => message);
  expect(message).toMatch(/^Unable to find role="button" and name/);
  expect(message.split('Only this')).toHaveLength(2);
});
