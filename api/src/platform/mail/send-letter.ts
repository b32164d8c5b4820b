import type { ReactElement } from 'react';
import type { Mailer } from './mailer.ts';
import { renderMail } from './render-mail.ts';

export type LetterDeps = { mailer: Mailer; config: { publicUrl: string } };

/** `id` is the same at every attempt. It becomes the Message-ID, by which receivers drop duplicates. */
type Letter = { id: string; to: string; subject: string; content: ReactElement };

export async function sendLetter({ mailer, config }: LetterDeps, { id, content, ...letter }: Letter): Promise<void> {
  const messageId = `<${id}@${new URL(config.publicUrl).hostname}>`;
  await mailer.send({ ...letter, messageId, ...(await renderMail(content)) });
}
