import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newVaultKey } from '@shop/api/platform/vault';
import { turnOnTwoFactor } from '@shop/api/testing/clients/second-factor';
import { buildProduct, buildUser, PASSWORD } from '@shop/api/testing/data/builders';
import { builtProgram } from '@shop/api/testing/servers/built-program';
import { openTestShop, type TestShop } from '@shop/api/testing/test-shop';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

describe('commands', () => {
  const run = promisify(execFile);
  const commandIn = (env: Record<string, string | undefined>, name: string, ...args: string[]) =>
    run(process.execPath, [...builtProgram(name), ...args], { env: { ...process.env, ...env } });
  const command = (name: string, ...args: string[]) =>
    commandIn({ DATABASE_URL: shop.config.DATABASE_URL, DATA_DIR: shop.config.DATA_DIR }, name, ...args);

  it('admin:create prints a password that signs the new administrator in', async () => {
    const email = 'boss@example.com';
    const { stdout } = await command('admin-create', '--email', email);
    const password = /Password: +(\S+)/.exec(stdout)?.[1] ?? '';
    const { status, body } = await shop.visitor().call('login', { body: { email, password } });
    expect([status, body.user?.role]).toEqual([200, 'admin']);
    await expect(command('admin-create', '--email', email)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    });
  });

  it.each([
    ['password', 'Must contain'],
    ['Summer2024!', 'is among the first that anybody tries'],
  ])('admin:create refuses %s as a password and prints its usage', async (password, reason) => {
    const weak = ['--email', 'new@example.com', '--password', password];
    await expect(command('admin-create', ...weak)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`--password: ${reason}.*\\nUsage: npm run admin:create`, 's')),
    });
  });

  it('sessions:end signs a user out everywhere', async () => {
    const { email } = await buildUser(shop);
    const browser = shop.visitor();
    await browser.call('login', { body: { email, password: PASSWORD } });
    const { stdout } = await command('sessions-end', '--email', email);
    expect(stdout).toBe(`${email} was signed out of 1 session.\n`);
    expect((await browser.call('profile')).status).toBe(401);
  });

  it('factors:remove lets a user sign in with the password alone', async () => {
    const browser = await shop.admin();
    const { email } = browser.user;
    await turnOnTwoFactor(browser, shop);
    const { stdout } = await command('factors-remove', '--email', email);
    expect(stdout).toContain(`${email} signs in with the password alone now`);
    expect((await browser.call('profile')).status).toBe(401);
    const { body } = await shop.visitor().call('login', { body: { email, password: PASSWORD } });
    expect(body.user?.email).toBe(email);
  });

  it('vault:add-key and vault:rotate replace generated keys under new names', async () => {
    const ring = join(shop.config.DATA_DIR, 'secrets/vault-keys');
    const names = async () => (await readFile(ring, 'utf8')).split(',').map((key) => key.split(':')[0]);
    await buildProduct(shop, { units: 2 });
    expect((await command('vault-add-key')).stdout).toContain("The key 'k2' is the newest now.");
    expect(await names()).toEqual(['k2', 'k1']);
    expect((await command('vault-rotate')).stdout).toMatch(/^Sealed [1-9]\d* codes? with key 'k2'/);
    expect((await command('vault-rotate')).stdout).toMatch(/^Sealed 0 codes with key 'k2'/);
    // An editor ends the line with a newline.
    await writeFile(ring, (await readFile(ring, 'utf8')).replace(/,k1:.*/, '\n'));
    expect((await command('vault-rotate')).stdout).toMatch(/^Sealed 0 codes with key 'k2'/);
    await command('vault-add-key');
    expect(await names()).toEqual(['k3', 'k2']);
    expect((await command('vault-rotate')).stdout).toMatch(/^Sealed [1-9]\d* codes? with key 'k3'/);
  });

  it('commands refuse keys that cannot decrypt the codes, unless told to', async () => {
    const { DATABASE_URL, DATA_DIR } = shop.config;
    await buildProduct(shop, { units: 1 });
    await turnOnTwoFactor(await shop.customer(), shop);
    const withOthers = () => commandIn({ DATABASE_URL, DATA_DIR, VAULT_KEYS: newVaultKey('other') }, 'vault-rotate');
    await expect(withOthers()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The codes are sealed with a key 'k\d' that this shop was not given: put it back/),
    });
    // The steps of the runbook for a lost key.
    await shop.pool.query("update goods set key_id = ''; update two_factor set key_id = ''");
    expect((await withOthers()).stdout).toMatch(/^Sealed 0 codes with key 'other'/);
  });

  it('commands without a shop say what to set and create nothing', async () => {
    const nowhere = join(shop.config.DATA_DIR, 'nowhere');
    const lost = commandIn({ DATABASE_URL: '', DATA_DIR: nowhere }, 'admin-create', '--email', 'you@example.com');
    await expect(lost).rejects.toMatchObject({
      code: 1,
      stderr: `There is no shop in ${nowhere}: set DATABASE_URL, or DATA_DIR to the folder of the shop.\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});
