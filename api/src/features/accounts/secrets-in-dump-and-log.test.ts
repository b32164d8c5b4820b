import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { recordJobPayloads } from '../../testing/checks/leaks.ts';
import { turnOnTwoFactor } from '../../testing/clients/second-factor.ts';
import { PASSWORD } from '../../testing/data/builders.ts';
import { createMailbox, type Mailbox } from '../../testing/mails/mailbox.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

/** An attacker who has a database dump or the logs cannot sign in with them. */
let shop: TestShop;
let mailbox: Mailbox;
const logged: string[] = [];
beforeAll(async () => {
  mailbox = await createMailbox();
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  shop = await openTestShop({ SMTP_URL: mailbox.url }, { log });
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

/** Every row of every table in every schema as text. Binary values appear as hex and as latin1 text. */
async function dump(): Promise<string> {
  const { rows: tables } = await shop.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await shop.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  const bytes = texts.flatMap((text) => text.match(/\\x[0-9a-f]+/g) ?? []);
  return [...texts, ...bytes.map((hex) => Buffer.from(hex.slice(2), 'hex').toString('latin1'))].join('\n');
}

it('dump, logs and mails contain no two-factor secret and no recovery code', async () => {
  await recordJobPayloads(shop.pool);
  const browser = await shop.admin();
  const { secret, recoveryCodes } = await turnOnTwoFactor(browser, shop);
  const half = shop.visitor();
  await half.call('login', { body: { email: browser.user.email, password: PASSWORD } });
  const pendingToken = half.cookies.get('sign-in') ?? '';
  await half.call('finishSignIn', { body: { code: 'wrong-wrong-wrong' } });
  await half.call('finishSignIn', { body: { code: recoveryCodes[0] } });
  await half.call('endTwoFactor', { body: { password: PASSWORD, code: 'wrong' } });
  await shop.runJobs();
  const everything = `${await dump()}\n${logged.join('\n')}\n${JSON.stringify(mailbox.received)}`;
  expect(everything).toContain('two-factor-on');
  expect(pendingToken).toMatch(/^[\w-]{43}$/);
  const bare = recoveryCodes.map((code) => code.replaceAll('-', ''));
  for (const word of [secret, pendingToken, half.cookies.get('device') ?? '', ...recoveryCodes, ...bare])
    for (const spelling of [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64')])
      expect(everything).not.toContain(spelling);
});

it('dump and logs contain no password, session id or usable reset token', async () => {
  const email = 'asha@example.com';
  const [first, second, third] = ['Monsoon#2026', 'Harvest#2027', 'Winter#2028'] as const;
  const browser = shop.visitor();
  const seen = {
    passwords: [first, second, third, 'Guessed#2029'],
    sessions: new Set<string>(),
    tokens: [] as string[],
  };
  const remember = () => void seen.sessions.add(browser.cookies.get('session') ?? '');
  const dumps: string[] = [];

  await browser.call('register', { body: { name: 'Asha Rao', mobile: '9876543210', email, password: first } });
  remember();
  await browser.call('login', { body: { email, password: 'Guessed#2029' } });
  await browser.call('refreshSession');
  remember();
  await browser.call('updatePassword', { body: { currentPassword: first, newPassword: second } });
  await browser.call('login', { body: { email, password: second } });
  remember();

  await browser.call('forgotPassword', { body: { email } });
  dumps.push(await dump());
  await shop.runJobs();
  dumps.push(await dump());
  const mails = await mailbox.waitForMailTo(email);
  const link = mails.map(({ text }) => /reset-password\/([\w-]+)/.exec(text ?? '')?.[1]).find(Boolean) ?? '';
  seen.tokens.push(link);
  await browser.fetch(`/reset-password/${link}`);
  await browser.call('resetPassword', { params: { token: link }, body: { password: third } });
  dumps.push(await dump());

  const database = dumps.join('\n');
  const logs = logged.join('\n');
  // Control: the search finds values that may be there.
  expect(database).toContain(email);
  expect(database).toContain(createHash('sha256').update(link).digest('hex'));
  expect(logs).toContain('/reset-password/[redacted]');
  expect(seen.tokens[0]).toMatch(/^[\w-]{43}$/);
  expect(seen.sessions.size).toBe(3);

  const secrets = [...seen.passwords, ...seen.sessions, ...seen.tokens];
  for (const secret of secrets) {
    const spellings = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
    for (const spelling of spellings) {
      expect(database).not.toContain(spelling);
      expect(logs).not.toContain(spelling);
    }
  }
});
