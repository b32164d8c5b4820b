import { setTimeout as pause } from 'node:timers/promises';
import { TestClient, type TestReply } from '../../../api/src/testing/clients/test-client.ts';
import type { Attempts, Kind } from './attempts.ts';

const TRY_AGAIN_MS = 250;
const LONGEST_TRY_MS = 90_000;
const ANSWER_MS = 30_000;

type Call<T> = (client: TestClient) => Promise<TestReply<T>>;
type Wanted = { kind: Kind; expects: readonly number[] };

/** The browser of a buyer. It counts and repeats failed requests until they succeed or the test ends. */
export function openBrowser(url: string, attempts: Attempts) {
  const client = new TestClient(url);
  return {
    client,
    async want<T>(call: Call<T>, { kind, expects }: Wanted): Promise<TestReply<T>> {
      const since = performance.now();
      for (;;) {
        const sentAt = performance.now();
        const reply = await inTime(call(client)).catch(reasonOf);
        if (typeof reply !== 'string' && expects.includes(reply.status)) {
          attempts.answered(kind, performance.now() - sentAt);
          attempts.waited(performance.now() - since);
          return reply;
        }
        const why = typeof reply === 'string' ? reply : sayWhy(reply);
        attempts.failed(why);
        if (performance.now() - since > LONGEST_TRY_MS) throw new Error(`not served for 90 seconds: ${why}`);
        await pause(TRY_AGAIN_MS);
      }
    },
  };
}
export type Browser = ReturnType<typeof openBrowser>;

const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    pause(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error('no answer in 30 s');
    }),
  ]);

function reasonOf(error: Error & { cause?: { code?: string } }): string {
  return error.cause?.code ?? error.message;
}

/** The source of an answer: our API with its code, the payment sandbox, a page, or nginx. */
function sayWhy({ status, headers, body }: TestReply<unknown>): string {
  if (typeof body !== 'object' || body === null) return `${status} ${headers.get('x-request-id') ? 'page' : 'nginx'}`;
  return 'code' in body ? `${status} ${body.code}` : `${status} payment sandbox`;
}
