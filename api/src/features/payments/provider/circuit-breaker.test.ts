import { describe, expect, it } from 'vitest';
import { testClock } from '../../../testing/test-clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ProviderBusy, ProviderRefusal, ProviderUnavailable } from './payment-provider.ts';

const refuse = (retryAfterMs?: number) => () => Promise.reject(new ProviderBusy('429', retryAfterMs));
const answer = () => Promise.resolve('answer');

function limited() {
  const clock = testClock();
  const call = createCircuitBreaker(clock);
  let asked = 0;
  const ask = async (priority: 'buyer' | 'background', make: () => Promise<string>) =>
    call(priority, () => {
      asked += 1;
      return make();
    }).catch((error: Error) => error.name);
  return { clock, ask, asked: () => asked };
}

describe('the pause after a 429', () => {
  it('blocks all calls until the time that the provider named', async () => {
    const { clock, ask, asked } = limited();
    await ask('buyer', refuse(60_000));
    clock.advance(59_000);
    expect(await Promise.all([ask('buyer', answer), ask('background', answer)])).toEqual([
      'ProviderBusy',
      'ProviderBusy',
    ]);
    expect(asked()).toBe(1);
    clock.advance(1_500);
    expect(await ask('buyer', answer)).toBe('answer');
    expect(await ask('background', answer)).toBe('answer');
  });

  it('grows from five seconds to two minutes if the provider names no time', async () => {
    const { clock, ask, asked } = limited();
    for (let second = 0; second < 600; second += 1) {
      await ask('buyer', refuse());
      clock.advance(1_000);
    }
    expect(asked()).toBeGreaterThanOrEqual(8);
    expect(asked()).toBeLessThanOrEqual(10);
  });

  it('allows calls for buyers before calls of jobs', async () => {
    const { clock, ask } = limited();
    await ask('background', refuse(30_000));
    clock.advance(31_000);
    expect(await ask('background', answer)).toBe('ProviderBusy');
    expect(await ask('buyer', answer)).toBe('answer');
    expect(await ask('background', answer)).toBe('answer');
  });

  it('allows calls of jobs if there is none for a buyer', async () => {
    const { clock, ask } = limited();
    await ask('background', refuse(30_000));
    clock.advance(41_000);
    expect(await ask('background', answer)).toBe('answer');
  });

  it('allows one probe at a time when it ends', async () => {
    const { clock, ask, asked } = limited();
    await ask('buyer', refuse(1_000));
    clock.advance(2_000);
    const outcomes = await Promise.all([
      ask('buyer', () => Promise.reject(new ProviderUnavailable('500'))),
      ask('buyer', answer),
    ]);
    expect(outcomes).toEqual(['ProviderUnavailable', 'ProviderBusy']);
    // The provider answers with a refusal, so the limit is over.
    expect(await ask('buyer', () => Promise.reject(new ProviderRefusal('400')))).toBe('ProviderRefusal');
    expect(await Promise.all([ask('buyer', answer), ask('background', answer)])).toEqual(['answer', 'answer']);
    expect(asked()).toBe(5);
  });

  it('is not ended by a call that began before it', async () => {
    const { ask } = limited();
    let end = () => {};
    const early = ask('buyer', () => new Promise((resolve) => (end = () => resolve('answer'))));
    await ask('buyer', refuse(60_000));
    end();
    expect(await early).toBe('answer');
    expect(await ask('buyer', answer)).toBe('ProviderBusy');
  });

  it('counts calls that are refused together as one refusal', async () => {
    const { clock, ask } = limited();
    await Promise.all(Array.from({ length: 20 }, () => ask('buyer', refuse())));
    clock.advance(6_000);
    expect(await ask('buyer', answer)).toBe('answer');
  });

  it('is at most an hour and ends if the clock is set back', async () => {
    const { clock, ask } = limited();
    await ask('buyer', refuse(100 * 3_600_000));
    clock.advance(3_600_000);
    expect(await ask('buyer', refuse(60_000))).toBe('ProviderBusy');
    clock.advance(-600_000);
    expect(await ask('buyer', answer)).toBe('answer');
  });
});
