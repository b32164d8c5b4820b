import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findDeployMistakes } from './deploy-check.ts';
import { readDeployFiles } from './deploy-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const files = readDeployFiles(root);

/** The files with one text replaced. A text that is not found would plant nothing. */
const planted = (mistakes: Record<string, [right: string, wrong: string]>) =>
  files.map(({ path, text }) => {
    const [right, wrong] = mistakes[path] ?? ['', ''];
    if (!text.includes(right)) throw new Error(`${path} has no ${right}`);
    return { path, text: text.replace(right, wrong) };
  });

it('our deployment files have no mistake', async () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'compose.yaml',
      'kubernetes/base/web.yaml',
      'kubernetes/overlays/example/kustomization.yaml',
    ]),
  );
  expect(await findDeployMistakes(root, files)).toEqual([]);
});

it('unknown fields, wrong types and missing files are found', async () => {
  const mistakes = await findDeployMistakes(
    root,
    planted({
      'compose.yaml': ['restart: unless-stopped', 'restrat: unless-stopped'],
      'kubernetes/base/web.yaml': ['terminationGracePeriodSeconds: 60', 'terminationGraceSeconds: 60'],
      'kubernetes/base/worker.yaml': ['replicas: 2', "replicas: 'two'"],
      'kubernetes/base/migrate.yaml': ['apiVersion: batch/v1\n', ''],
      'kubernetes/base/database.yaml': ['poolMode: transaction', 'poolmode: transaction'],
      'kubernetes/base/network.yaml': ['kind: NetworkPolicy', 'kind: NetworkPolice'],
      'kubernetes/base/kustomization.yaml': ['  - worker.yaml\n', '  - workers.yaml\n'],
      'kubernetes/overlays/example/more-room.yaml': ['size: 100Gi', 'sise: 100Gi'],
      'kubernetes/overlays/example/kustomization.yaml': ['namespace: shop', 'namespaces: shop'],
    }),
  );
  for (const expected of [
    /^compose\.yaml\/services\/web-1: must NOT have additional properties .*"restrat"/,
    /^kubernetes\/base\/web\.yaml\/1\.ts.*"terminationGraceSeconds"' does not exist in type 'PodSpec'/,
    /^kubernetes\/base\/worker\.yaml\/1\.ts.*'string' is not assignable to type 'number'/,
    /^kubernetes\/base\/migrate\.yaml\/1\.ts.*\n.*'apiVersion' is missing/,
    /^kubernetes\/base\/database\.yaml\/2\.ts.*"poolmode"' does not exist in type/,
    /^kubernetes\/base\/network\.yaml\/1\.ts.*'NetworkPolice' does not exist/,
    /^kubernetes\/base\/kustomization\.yaml names kubernetes\/base\/workers\.yaml, which is not there$/,
    /^kubernetes\/base\/worker\.yaml is in no list of kubernetes\/base\/kustomization\.yaml$/,
    /^kubernetes\/overlays\/example\/more-room\.yaml\/1\.ts.*"sise"' does not exist in type/,
    /^kubernetes\/overlays\/example\/kustomization\.yaml\/1\.ts.*"namespaces"' does not exist/,
  ])
    expect(mistakes).toContainEqual(expect.stringMatching(expected));
});

it('names that no Compose service defines are found', async () => {
  const missing = planted({ 'compose.yaml': ['networks: [front, back]', 'networks: [front, rear]'] });
  expect(await findDeployMistakes(root, missing)).toContain('compose.yaml: web-1 names rear, which is not there');
});
