import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KnownKey } from './s3-signature.fixture.ts';

/** The ways in which a platform issues temporary credentials: to a pod for its token, to a container, to a machine. */
export type CredentialSource = 'web identity' | 'container' | 'machine';

export type FakePlatform = {
  /** The environment variables that the platform sets for the process. */
  environmentFor(source: CredentialSource, tokenFile: string): Record<string, string>;
  keyOf(id: string): KnownKey | undefined;
  /** While it is down, every request gets status 500. */
  setDown(isDown: boolean): void;
  issued(): number;
  /** Resolves when `count` credentials were issued. */
  whenIssued(count: number): Promise<void>;
  close(): Promise<void>;
};

const HOUR_MS = 3_600_000;
const ROLE = 'shop';
const POD_TOKEN = 'token-of-the-pod';
const CONTAINER_TOKEN = 'token-of-the-container';
const MACHINE_TOKEN = 'token-of-the-machine';

/** A fake of STS, the container credentials endpoint and the instance metadata service (version 2), over real HTTP. */
export async function startFakePlatform(): Promise<FakePlatform> {
  const keys = new Map<string, KnownKey>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let isDown = false;

  function issue() {
    const id = `LENT${keys.size + 1}`;
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const key = { secret: `secret-${id}`, token: `token-${id}`, expiresAt };
    keys.set(id, key);
    for (const { count, resolve } of waiting) if (keys.size >= count) resolve();
    const answer = { AccessKeyId: id, SecretAccessKey: key.secret, Expiration: expiresAt.toISOString() };
    return { ...answer, Token: key.token, SessionToken: key.token };
  }

  async function answer(request: IncomingMessage): Promise<string | undefined> {
    const { authorization, 'x-aws-ec2-metadata-token': machineToken } = request.headers;
    const roles = '/latest/meta-data/iam/security-credentials/';
    switch (`${request.method} ${request.url}`) {
      case 'POST /': {
        const asked = new URLSearchParams(await text(request));
        const isPod =
          asked.get('Action') === 'AssumeRoleWithWebIdentity' && asked.get('WebIdentityToken') === POD_TOKEN;
        return isPod ? assumedRole(issue()) : undefined;
      }
      case 'GET /credentials':
        return authorization === CONTAINER_TOKEN ? JSON.stringify(issue()) : undefined;
      case 'PUT /latest/api/token':
        return MACHINE_TOKEN;
      case `GET ${roles}`:
        return machineToken === MACHINE_TOKEN ? ROLE : undefined;
      case `GET ${roles}${ROLE}`:
        return machineToken === MACHINE_TOKEN ? JSON.stringify({ Code: 'Success', ...issue() }) : undefined;
      default:
        return undefined;
    }
  }

  const server = createServer(async (request, response) => {
    const body = isDown ? undefined : await answer(request);
    response.writeHead(isDown ? 500 : body === undefined ? 403 : 200).end(body ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const environments: Record<CredentialSource, (tokenFile: string) => Record<string, string>> = {
    'web identity': (tokenFile) => ({
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ROLE_ARN: `arn:aws:iam::123456789012:role/${ROLE}`,
      AWS_ENDPOINT_URL_STS: origin,
    }),
    container: (tokenFile) => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    }),
    machine: () => ({ AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }),
  };
  return {
    environmentFor: (source, tokenFile) => environments[source](tokenFile),
    keyOf: (id) => keys.get(id),
    setDown: (wanted) => {
      isDown = wanted;
    },
    issued: () => keys.size,
    whenIssued: (count) =>
      new Promise((resolve) => {
        if (keys.size >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The content of the token file that the platform mounts for a pod or a container. */
export const tokenOf = (source: CredentialSource) => (source === 'container' ? CONTAINER_TOKEN : POD_TOKEN);

const assumedRole = (issued: { AccessKeyId: string; SecretAccessKey: string; Expiration: string; Token: string }) =>
  `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <Credentials><AccessKeyId>${issued.AccessKeyId}</AccessKeyId><SecretAccessKey>${issued.SecretAccessKey}</SecretAccessKey>
    <SessionToken>${issued.Token}</SessionToken><Expiration>${issued.Expiration}</Expiration></Credentials>
  </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
