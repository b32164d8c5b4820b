import { expect, it } from 'vitest';
import { MailText } from './mail-pieces.tsx';
import { sendLetter } from './send-letter.ts';

it('a letter has the same Message-ID at every attempt', async () => {
  const ids: string[] = [];
  const mailer = {
    send: async ({ messageId }: { messageId: string }) => void ids.push(messageId),
    close: () => undefined,
  };
  const letter = { id: 'order-1', to: 'asha@example.com', subject: 'Your order', content: <MailText>Here</MailText> };
  for (const publicUrl of ['https://shop.example', 'https://shop.example:8443/'])
    await sendLetter({ mailer, config: { publicUrl } }, letter);
  expect(ids).toEqual(['<order-1@shop.example>', '<order-1@shop.example>']);
});
