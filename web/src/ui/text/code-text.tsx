import { classNames } from '../class-names.ts';
import { codeGroups } from './code-groups.ts';

/** Groups can be equal, so the position is the key. */
const numbered = (groups: string[]) => groups.map((group, place) => ({ group, place }));

/** The gaps are margins, not spaces: a copied code contains only its own characters. */
export function CodeText({ code }: { code: string }) {
  return (
    <code className="font-mono text-17 font-semibold break-all whitespace-pre-wrap">
      {numbered(codeGroups(code)).map(({ group, place }) => (
        <span key={place} className={classNames('inline-block last:mr-0', !group.endsWith('-') && 'mr-[0.6ch]')}>
          {group}
        </span>
      ))}
    </code>
  );
}
