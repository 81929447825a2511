import { runModule } from './run-module.ts';

interface Share {
  singleton?: boolean;
  strictVersion?: boolean;
  version?: string;
  requiredVersion?: string;
  eager?: boolean;
  import?: false;
}
type Shares = Record<string, Share>;

const { shell, remote, standalone } = runModule(`
  import { federationShares } from './federation-shares.mjs';
  const roles = ['shell', 'remote', 'standalone'].map((role) => [role, federationShares(role)]);
  console.log(JSON.stringify(Object.fromEntries(roles)));
`) as { shell: Shares; remote: Shares; standalone: Shares };

const early = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'jotai',
  'jotai/',
  '@twostroke/shared/router',
  '@twostroke/shared/state',
  '@twostroke/shared/client',
];
const late = ['sonner', '@supabase/supabase-js'];

test('every role shares the same modules at the same versions', () => {
  expect(Object.keys(shell)).toEqual([...early, ...late]);
  expect(Object.keys(remote)).toEqual(Object.keys(shell));
  expect(Object.keys(standalone)).toEqual(Object.keys(shell));
  for (const [name, share] of Object.entries(shell)) {
    expect(share).toMatchObject({ singleton: true, strictVersion: true, requiredVersion: `^${share.version}` });
    expect(share.version).toMatch(/^\d+\.\d+\.\d+$/); // all that lean-federation/caret-ranges.mjs reads
    expect(remote[name]?.requiredVersion).toBe(share.requiredVersion);
  }
});

test('the shell provides all shared modules and loads eagerly what the first page needs', () => {
  expect(early.filter((name) => shell[name]?.eager)).toEqual(early);
  expect(late.filter((name) => shell[name]?.eager)).toEqual([]);
  expect(Object.values(shell).some((share) => share.import === false)).toBe(false);
});

test('a released remote bundles none of them', () => {
  expect(Object.values(remote).every((share) => share.import === false && !share.eager)).toBe(true);
});

test('a remote that runs standalone bundles its own copies', () => {
  expect(Object.values(standalone).some((share) => share.import === false || share.eager)).toBe(false);
});
