import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chownTo } from '../../embedded-postgres/src/account.ts';
import { answers, openService, type Service } from './service.ts';

type Options = {
  folder: string;
  command: string;
  account: Account | undefined;
  port: number;
  webPorts: [number, number];
};

/** nginx with `deploy/nginx.conf`, changed to the ports and the folder of this cluster. */
export async function openProxy({ folder, command, account, port, webPorts }: Options): Promise<Service> {
  const home = join(folder, 'nginx');
  await mkdir(home);
  const config = join(home, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ');
  const text = await readFile(join(import.meta.dirname, '../nginx.conf'), 'utf8');
  const replacements: [string, string][] = [
    ['events {}', `pid ${home}/pid;\nevents { worker_connections 4096; }`],
    ['http {', `http {\n  ${temporary}`],
    ['access_log /var/log/nginx/access.log told', 'access_log off'],
    ['127.0.0.1:3001', `127.0.0.1:${webPorts[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${webPorts[1]}`],
    ['listen 8080', `listen 127.0.0.1:${port}`],
  ];
  await writeFile(config, replacements.reduce(replaceOnce, text));
  for (const path of [home, config]) await chownTo(account, path);
  return openService({
    name: 'nginx',
    program: {
      command,
      args: ['-p', home, '-c', config, '-e', 'stderr', '-g', 'daemon off;'],
      cwd: home,
      account,
      logFile: join(folder, 'nginx.log'),
    },
    isReady: answers(`http://127.0.0.1:${port}/healthz`),
    // Open requests finish first.
    stopSignal: 'SIGQUIT',
  });
}

function replaceOnce(text: string, [wanted, by]: [string, string]): string {
  if (text.split(wanted).length !== 2) throw new Error(`deploy/nginx.conf does not say "${wanted}" exactly once.`);
  return text.replace(wanted, () => by);
}
