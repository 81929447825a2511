import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useRef, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { Button } from './button.tsx';
import { Drawer } from './drawer.tsx';
import { closeModal, isModalOpen, opensModal, opensModalEarly } from './modal.tsx';

function Shop({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const book = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cart</Button>
      <Drawer
        open={open}
        onClose={() => {
          onClose();
          setOpen(false);
        }}
        title="Your cart"
        closeLabel="Close cart"
        initialFocus={book}
        foot={<Button ref={book}>Book a time</Button>}
      >
        <p>General Service</p>
      </Drawer>
    </>
  );
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Cart' }));
  return screen.getByRole('dialog', { name: 'Your cart' });
}

test('opens with its name and focuses the requested element', async () => {
  render(<Shop />);
  expect(screen.queryByText('General Service')).toBeNull();
  await open();
  expect(screen.getByText('General Service')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Book a time' }));
});

test('the close button closes it, removes the content and restores focus', async () => {
  render(<Shop />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Close cart' }));
  expect(screen.queryByText('General Service')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cart' }));
});

test('a dialog that replaces another one is open in the same commit', () => {
  const openInCommit: boolean[] = [];
  function Beside({ of }: { of: string }) {
    useLayoutEffect(() => void openInCommit.push(Boolean(document.querySelector('dialog')?.open)), [of]);
    return null;
  }
  const turn = (id: string) => (
    <>
      <Drawer key={id} open onClose={() => undefined} title="Your cart">
        {id}
      </Drawer>
      <Beside of={id} />
    </>
  );
  const { rerender } = render(turn('loading'));
  rerender(turn('loaded'));
  expect(openInCommit).toEqual([true, true]);
});

test('Esc asks the owner to close', async () => {
  const closing = jest.fn();
  render(<Shop onClose={closing} />);
  const dialog = await open();
  // jsdom does not turn the key into the cancel event of a modal dialog, as browsers do.
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(closing).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('notifies the owner when the browser closes it', async () => {
  const closing = jest.fn();
  render(<Shop onClose={closing} />);
  const dialog = await open();
  dialog.removeAttribute('open');
  fireEvent(dialog, new Event('close'));
  expect(closing).toHaveBeenCalledTimes(1);
});

test('a click on the scrim closes, a click inside or dragged out of it does not', async () => {
  const closing = jest.fn();
  render(<Shop onClose={closing} />);
  const dialog = await open();
  const inside = screen.getByText('General Service');
  fireEvent.pointerDown(inside);
  fireEvent.pointerUp(inside);
  fireEvent.pointerDown(inside);
  fireEvent.pointerUp(dialog);
  expect(closing).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.pointerUp(dialog);
  expect(closing).toHaveBeenCalledTimes(1);
});

test('restores focus when it is unmounted while open', async () => {
  const { rerender } = render(
    <>
      <button type="button">Behind</button>
    </>,
  );
  screen.getByRole('button', { name: 'Behind' }).focus();
  rerender(
    <>
      <button type="button">Behind</button>
      <Drawer open onClose={() => undefined} title="Your cart">
        Empty
      </Drawer>
    </>,
  );
  rerender(
    <>
      <button type="button">Behind</button>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Behind' }));
});

describe('a modal that the browser opens', () => {
  const menu = (
    <>
      <button type="button" {...opensModal('menu')}>
        Menu
      </button>
      <Drawer id="menu" title="Pages">
        <a href="/blog">Blog</a>
      </Drawer>
    </>
  );
  const dialogIn = (root: ParentNode) => root.querySelector('dialog')!;

  test('has its children while it is closed, and buttons that open and close it without a script', () => {
    const html = renderToString(menu);
    expect(html).toContain('href="/blog"');
    expect(html).toMatch(/<button[^>]* command="show-modal" commandfor="menu"/);
    expect(html).toMatch(/<button[^>]* command="close" commandfor="menu"/);
  });

  test('stays open when it was opened before React hydrates it', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // the development build of React names `open`
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(menu);
    dialogIn(container).showModal();
    render(menu, { container, hydrate: true });
    expect(dialogIn(container).open).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialogIn(container).open).toBe(false);
    jest.restoreAllMocks();
  });

  test('that a page opens too, stays as an early press opened it until the page knows of it, and closes with the page', () => {
    const cart = (open: boolean) => (
      <>
        <Button {...opensModalEarly('cart')}>Cart</Button>
        <Drawer id="cart" open={open} onClose={() => undefined} title="Your cart">
          Loading
        </Drawer>
      </>
    );
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(cart(false));
    expect(container.querySelector('button')?.dataset['opens']).toBe('cart');
    expect(dialogIn(container).textContent).toContain('Loading');
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // the development build of React names `open`
    expect(isModalOpen('cart')).toBe(false);
    dialogIn(container).showModal();
    expect(isModalOpen('cart')).toBe(true);
    const { rerender } = render(cart(false), { container, hydrate: true });
    for (const open of [false, true]) {
      rerender(cart(open));
      expect(dialogIn(container).open).toBe(true);
    }
    rerender(cart(false));
    expect(dialogIn(container).open).toBe(false);
    jest.restoreAllMocks();
  });

  test('is opened and closed by React where the browser knows no commands, and keeps its children', async () => {
    const { container } = render(menu);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(dialogIn(container).open).toBe(true);
    act(() => closeModal('menu'));
    fireEvent(dialogIn(container), new Event('close'));
    expect(dialogIn(container).open).toBe(false);
    expect(dialogIn(container).textContent).toContain('Blog');
  });
});
