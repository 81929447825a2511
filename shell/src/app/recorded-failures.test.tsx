import { AppError } from '@twostroke/shared/client';
import { createMemoryRouter } from '@twostroke/shared/router/memory';
import { cartDrawerAtom, store } from '@twostroke/shared/state';
import { resetState } from '@twostroke/shared/testing/reset-state';
import { act, render, screen, waitFor } from '@testing-library/react';
import { App } from './app.tsx';
import { loadRemoteModule } from '../remotes/federation.ts';
import { RemoteFailure } from '../telemetry/remote-failure.ts';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { renderSite } from '../testing/render-site.tsx';
import { recordError } from '../telemetry/record-error.ts';

jest.mock('../remotes/federation.ts');
jest.mock('../telemetry/record-error.ts', () => ({ recordError: jest.fn() }));
const loadModule = jest.mocked(loadRemoteModule);
const noted = jest.mocked(recordError);

beforeEach(() => {
  resetState();
  noted.mockReset();
  console.error = () => undefined; // React and the router report what is thrown while rendering
});

test('records a page whose remote or data failed to load, with its remote', async () => {
  const route = buildRoute();
  loadModule.mockRejectedValueOnce(new Error('404'));
  const { router } = renderSite(buildRegistry([route]), route.path);
  await screen.findByRole('heading', { name: 'This part is not available' });
  expect(noted).toHaveBeenCalledWith(expect.any(RemoteFailure), { app: route.remote });

  const failure = new AppError('unavailable', 'The server did not answer.');
  const loader = (): never => {
    throw failure;
  };
  loadModule.mockResolvedValue(buildModule({ home: buildPage('Page', { loader }) }));
  await act(() => router.revalidate());
  await screen.findByRole('heading', { name: 'We could not load this page' });
  expect(noted).toHaveBeenLastCalledWith(failure, { app: route.remote });
});

test('records a page that throws while it renders, with its component stack', async () => {
  const route = buildRoute();
  const failure = new Error('broken');
  const Component = (): never => {
    throw failure;
  };
  loadModule.mockResolvedValue(buildModule({ home: { Component } }));
  renderSite(buildRegistry([route]), route.path);
  await screen.findByRole('heading', { name: 'This part is not available' });
  const place = noted.mock.calls.find(([thrown]) => thrown === failure)?.[1];
  expect(place?.componentStack).toContain('RemoteBoundary');
});

test('records a slot that failed to load', async () => {
  const route = buildRoute();
  loadModule.mockImplementation(async (name) => {
    if (name === route.remote) return buildModule({ home: buildPage('Page') });
    throw new Error('404');
  });
  const slot = buildSlot();
  renderSite(buildRegistry([route], [slot]), route.path);
  await screen.findByRole('heading', { name: 'Page' });
  act(() => store.set(cartDrawerAtom, true));
  await waitFor(() => expect(noted).toHaveBeenCalledWith(expect.objectContaining({ remote: slot.remote })));
});

test('records what the shell itself throws', async () => {
  const failure = new Error('broken frame');
  const Component = (): never => {
    throw failure;
  };
  render(<App router={createMemoryRouter([{ path: '/', Component, ErrorBoundary: () => <h1>Caught</h1> }])} />);
  await screen.findByRole('heading', { name: 'Caught' });
  expect(noted).toHaveBeenCalledWith(failure, expect.objectContaining({ componentStack: expect.any(String) }));
});
