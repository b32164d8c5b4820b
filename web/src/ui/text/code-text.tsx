import { classNames } from '../class-names.ts';
import { codeGroups } from './code-groups.ts';

/** Groups may be equal: their place tells them apart. */
const numbered = (groups: string[]) => groups.map((group, place) => ({ group, place }));

/** The gaps are margins, not spaces, and its own spaces stay: selecting and copying gives the code as it must be typed. */
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
