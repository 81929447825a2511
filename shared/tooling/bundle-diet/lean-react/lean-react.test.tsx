/** React and React DOM as the release build of the shell has them, in a document. */
import type * as ReactNamespace from 'react';
import type * as ReactDomNamespace from 'react-dom';
import type { createRoot, hydrateRoot } from 'react-dom/client';
import { runModule } from '../../run-module.ts';

interface LeanReact {
  react: typeof ReactNamespace;
  dom: typeof ReactDomNamespace;
  client: { createRoot: typeof createRoot; hydrateRoot: typeof hydrateRoot };
}

const { sources, sizes, notProvided } = runModule(`
  import { readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { packageFolder } from './package-folder.mjs';
  import leaveOut from './bundle-diet/lean-react/leave-out-loader.mjs';
  import { leftOut, notProvided } from './bundle-diet/lean-react/left-out.mjs';
  const files = { react: 'react', 'react-dom': 'react-dom', 'react-dom/client': 'react-dom-client', scheduler: 'scheduler' };
  const sources = {}, sizes = {};
  for (const [name, file] of Object.entries(files)) {
    const resourcePath = join(packageFolder(name.split('/')[0]), 'cjs', file + '.production.js');
    const whole = readFileSync(resourcePath, 'utf8');
    sources[name] = leaveOut.call({ resourcePath }, whole);
    sizes[name] = whole.length - sources[name].length;
  }
  console.log(JSON.stringify({ sources, sizes, notProvided }));
`) as {
  sources: Record<string, string>;
  sizes: Record<string, number>;
  notProvided: Record<'react' | 'react-dom', string[]>;
};

function loadLeanReact(): LeanReact {
  const loaded = new Map<string, unknown>();
  const load = (name: string): unknown => {
    if (!loaded.has(name)) {
      const module = { exports: {} };
      loaded.set(name, module.exports);
      // The sources are CommonJS.
      new Function('exports', 'module', 'require', sources[name]!)(module.exports, module, load);
    }
    return loaded.get(name);
  };
  return {
    react: load('react') as LeanReact['react'],
    dom: load('react-dom') as LeanReact['dom'],
    client: load('react-dom/client') as LeanReact['client'],
  };
}

const { react, dom, client } = loadLeanReact();
const { createElement: h } = react;

/** Lets React do all its work: it schedules by messages. */
async function settle(): Promise<void> {
  for (let tasks = 0; tasks < 20; tasks += 1) await new Promise((resolve) => setTimeout(resolve));
}

async function show(element: ReactNamespace.ReactNode): Promise<HTMLElement> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  client.createRoot(container).render(element);
  await settle();
  return container;
}

test('more than 50 kB of source is left out, and the names are gone', () => {
  expect(sizes['react-dom/client']).toBeGreaterThan(50_000);
  expect(notProvided.react.filter((name) => name in react)).toEqual([]);
  expect(notProvided['react-dom'].filter((name) => name in dom)).toEqual([]);
  expect(react).toHaveProperty('useActionState');
  expect(dom).toHaveProperty('createPortal');
});

test('a list keeps its elements when it is sorted, grows and shrinks', async () => {
  let sort: (names: string[]) => void = () => undefined;
  const List = () => {
    const [names, setNames] = react.useState(['a', 'b', 'c']);
    sort = setNames;
    return names.map((name) => h(react.Fragment, { key: name }, h('i', null, name), h('b', null, name)));
  };
  const container = await show(h(List));
  const first = container.querySelector('i');
  for (const names of [['c', 'a', 'b'], ['a', 'd'], []]) {
    sort(names);
    await settle();
    expect(container.textContent).toBe(names.map((name) => name + name).join(''));
    if (names.includes('a')) expect([...container.querySelectorAll('i')]).toContain(first);
  }
});

test('a served document is hydrated, its Suspense boundary later, and a press in it counts', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  container.innerHTML = '<h1>Rates</h1><!--$--><button>0</button><!--/$-->';
  const [title, button] = container.children;
  const recovered = jest.fn();
  const Counter = () => {
    const [count, setCount] = react.useState(0);
    return h('button', { onClick: () => setCount(count + 1) }, count);
  };
  client.hydrateRoot(container, [h('h1', { key: 1 }, 'Rates'), h(react.Suspense, { key: 2 }, h(Counter))], {
    onRecoverableError: recovered,
  });
  await settle();
  (button as HTMLElement).click();
  await settle();
  expect([...container.children]).toEqual([title, button]);
  expect(button!.textContent).toBe('1');
  expect(recovered).not.toHaveBeenCalled();
});

test('a part that waits shows its fallback, and a transition keeps what stands', async () => {
  let arrive: (text: string) => void = () => undefined;
  const coming = new Promise<string>((resolve) => (arrive = resolve));
  let move: () => void = () => undefined;
  const Page = () => {
    const [isNext, setNext] = react.useState(false);
    const [pending, start] = react.useTransition();
    move = () => start(() => setNext(true));
    return h('main', null, pending ? 'moving ' : '', isNext ? h(Waiting) : 'here');
  };
  const Waiting = () => react.use(coming);
  const container = await show(h(react.Suspense, { fallback: 'wait' }, h(Page)));
  move();
  await settle();
  expect(container.textContent).toBe('moving here');
  arrive('there');
  await settle();
  expect(container.textContent).toBe('there');
});

test('hidden parts, portals, titles and errors work', async () => {
  const Broken = (): never => {
    throw new Error('broken');
  };
  class Boundary extends react.Component<{ children: ReactNamespace.ReactNode }> {
    static getDerivedStateFromError = () => ({ failed: true });
    override state = { failed: false };
    override render = () => (this.state.failed ? 'failed' : this.props.children);
  }
  const place = document.createElement('aside');
  const shown = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const container = await show([
    h('title', { key: 1 }, 'Rates'),
    h(react.Activity, { key: 2, mode: 'hidden', children: h('p', null, 'later') }),
    h(Boundary, { key: 3, children: h(Broken) }),
    h(react.Suspense, { key: 4 }, dom.createPortal('portal', place)),
  ]);
  await settle();
  expect(document.title).toBe('Rates');
  expect(container.querySelector('p')?.style.display).toBe('none');
  expect([container.lastChild?.textContent, place.textContent]).toEqual(['failed', 'portal']);
  expect(shown).toHaveBeenCalledTimes(1);
  shown.mockRestore();
});

test('a form with an action, and its state, work', async () => {
  const Form = () => {
    const [sent, act, pending] = react.useActionState(
      async (before: string[], data: FormData) => [...before, String(data.get('name'))],
      [],
    );
    return h('form', { action: act }, h('input', { name: 'name', defaultValue: 'Asha' }), pending ? '…' : sent.join());
  };
  const container = await show(h(Form));
  container.querySelector('form')!.requestSubmit();
  await settle();
  expect(container.textContent).toBe('Asha');
});

test('what is left out says so', async () => {
  const failed = jest.fn();
  const root = client.createRoot(document.createElement('div'), { onUncaughtError: failed });
  root.render(h(react.Fragment, { ref: () => undefined } as object, 'text'));
  await settle();
  expect(failed.mock.calls).toMatchObject([[{ message: 'left out of this build of React' }, {}]]);
});
