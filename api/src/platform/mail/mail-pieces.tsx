import { Fragment, type ReactNode } from 'react';
import { look } from './mail-look.ts';

export function MailText({ children, isMuted = false }: { children: ReactNode; isMuted?: boolean }) {
  return (
    <p className={isMuted ? 'muted' : 'ink'} style={isMuted ? look.mutedText : look.text}>
      {children}
    </p>
  );
}

/** Keeps the line breaks of a user's text, which HTML and the plain text made from it would drop. */
export const MailLines = ({ text }: { text: string }) =>
  text.split('\n').map((line, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
    <Fragment key={position}>
      {position > 0 && <br />}
      {line}
    </Fragment>
  ));

/** A link inside a sentence. */
export const MailLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="link" style={look.link} href={href}>
    {children}
  </a>
);

export const MailSteps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="ink" style={look.steps}>
    {steps.map((step) => (
      <li key={step} style={look.step}>
        {step}
      </li>
    ))}
  </ol>
);

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td className="brand" style={look.buttonCell}>
            <a className="on-brand" style={look.button} href={href}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type MailFact = { label: string; value: string };

export function MailFacts({ facts }: { facts: readonly MailFact[] }) {
  return (
    <table className="facts" cellPadding={0} cellSpacing={0} style={look.facts}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row" className="muted line" style={look.factLabel}>
              {label}
            </th>
            <td className="ink line" style={look.factValue}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The gaps between groups of four are padding, not characters, so that copying gives exactly the code. */
export function MailCode({ code }: { code: string }) {
  const groups = /^[A-Za-z0-9]+$/.test(code) ? (code.match(/.{1,4}/g) ?? []) : [code];
  return (
    <p className="bg ink line code" style={look.code}>
      {groups.map((group, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
        <span key={position} style={look.codeGroup}>
          {group}
        </span>
      ))}
    </p>
  );
}
