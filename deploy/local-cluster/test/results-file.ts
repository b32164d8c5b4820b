import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../results.md');

/** Replaces the figures under a title with those of the newest run. */
export async function keepResult(title: string, text: string): Promise<void> {
  const sections = (await readFile(FILE, 'utf8')).split(/^(?=## )/m);
  const when = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const section = `## ${title}\n\n${when}. ${text.trimEnd()}\n`;
  const place = sections.findIndex((each) => each.startsWith(`## ${title}\n`));
  if (place < 0) sections.push(section);
  else sections[place] = section;
  await writeFile(FILE, `${sections.map((each) => each.trimEnd()).join('\n\n')}\n`);
}
