import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from '../../api/src/testing/servers/built-program.ts';
import type { ShopActions } from './shop-process.ts';

type Inputs = { [K in keyof ShopActions]: Parameters<ShopActions[K]>[0] };
type Results = { [K in keyof ShopActions]: Awaited<ReturnType<ShopActions[K]>> };

/** A shop in its own process, with the actions that a test can call. */
export class E2eShop {
  readonly url: string;
  readonly #process: ChildProcess;
  #lastId = 0;

  constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async open(env: Record<string, string> = {}): Promise<E2eShop> {
    const child = spawn(process.execPath, builtProgram('e2e-shop'), {
      env: { ...process.env, SHOP_ENV: JSON.stringify(env) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const [{ url }] = await once(child, 'message');
    return new E2eShop(child, url);
  }

  ask<K extends keyof ShopActions>(action: K, input: Inputs[K]): Promise<Results[K]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const listen = (reply: { id: number; result: Results[K]; error?: string }) => {
        if (reply.id !== id) return;
        this.#process.off('message', listen);
        if (reply.error) reject(new Error(reply.error));
        else resolve(reply.result);
      };
      this.#process.on('message', listen);
      this.#process.send({ id, action, input });
    });
  }

  async close(): Promise<void> {
    this.#process.disconnect();
    await once(this.#process, 'exit');
  }
}
