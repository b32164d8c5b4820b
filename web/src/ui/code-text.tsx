import { codeGroups } from './code-groups.ts';

/** The gaps are margins, not spaces: selecting and copying gives the code as it must be typed. */
export function CodeText({ code }: { code: string }) {
  return (
    <code className="font-mono text-17 font-semibold break-all">
      {codeGroups(code).map((group, index) => (
        <span key={index} className="mr-[0.6ch] inline-block last:mr-0">
          {group}
        </span>
      ))}
    </code>
  );
}
