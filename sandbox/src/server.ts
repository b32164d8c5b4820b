import Fastify from 'fastify';
import pg from 'pg';
import { sandboxPlugin } from './plugin.ts';

const PREFIX = '/sandbox/razorpay';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The payment sandbox needs the environment variable ${name}.`);
  return value;
}

const pool = new pg.Pool({ connectionString: required('DATABASE_URL') });
// The pool replaces an idle connection that was lost. Without a listener the event would end the process.
pool.on('error', (error) => console.error(`Payment sandbox: database connection lost (${error.message}).`));

const webhookUrl = required('WEBHOOK_URL');
const app = Fastify();
await app.register(sandboxPlugin, {
  prefix: PREFIX,
  pool,
  keyId: required('SANDBOX_KEY_ID'),
  keySecret: required('SANDBOX_KEY_SECRET'),
  webhookSecret: required('SANDBOX_WEBHOOK_SECRET'),
  webhookUrl: () => webhookUrl,
  // This process is for tests. The shop mounts the plugin itself.
  allowFaults: true,
});

async function stop(): Promise<void> {
  await app.close();
  await pool.end();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

const address = await app.listen({ port: Number(required('PORT')), host: '127.0.0.1' });
console.log(`Payment sandbox listening on ${address}${PREFIX}`);
