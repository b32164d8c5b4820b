import { SHOP_NAME } from '@shop/contract/limits/limits';
import type { ReactNode } from 'react';
import { darkStyles, look } from './mail-look.ts';

const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

type LayoutProps = {
  /** The line that an inbox shows beside the subject. */
  preview: string;
  heading: string;
  /** From the configuration, never from a request's Host header. */
  publicUrl: string;
  children: ReactNode;
};

/** The layout of every mail: a voucher with the message, and a stub with the shop's address. */
export function MailLayout({ preview, heading, publicUrl, children }: LayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="bg" style={look.page}>
        <div style={look.preview} data-skip-in-text="true">
          {preview}
        </div>
        <table {...table} className="bg" width="100%" style={look.page}>
          <tbody>
            <tr>
              <td style={{ padding: '32px 12px' }}>
                <table {...table} className="surface line" align="center" style={look.card}>
                  <tbody>
                    <tr>
                      <td colSpan={3} style={{ padding: '24px 24px 0' }}>
                        <Masthead />
                      </td>
                    </tr>
                    <tr>
                      <td colSpan={3} style={{ padding: '24px 24px 8px' }}>
                        <h1 className="ink" style={look.heading}>
                          {heading}
                        </h1>
                        {children}
                      </td>
                    </tr>
                    <Perforation />
                    <tr>
                      <td colSpan={3} style={{ padding: '16px 24px 8px' }}>
                        <Stub publicUrl={publicUrl} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Masthead() {
  return (
    <table {...table}>
      <tbody>
        <tr>
          <td className="brand on-brand" style={look.mark} aria-hidden="true" data-skip-in-text="true">
            DG
          </td>
          <td className="ink" style={look.shopName}>
            {SHOP_NAME}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Perforation() {
  const notch = (side: 'left' | 'right') => {
    const radius = side === 'left' ? '0 10px 10px 0' : '10px 0 0 10px';
    return <div className="bg" style={{ ...look.notch, borderRadius: radius }} />;
  };
  return (
    <tr data-skip-in-text="true">
      <td width="10">{notch('left')}</td>
      <td style={{ padding: '0 6px' }}>
        <div className="line" style={look.perforation} />
      </td>
      <td width="10">{notch('right')}</td>
    </tr>
  );
}

function Stub({ publicUrl }: { publicUrl: string }) {
  return (
    <p className="muted" style={look.mutedText}>
      Sent by {SHOP_NAME},{' '}
      <a className="link" style={look.link} href={publicUrl}>
        {publicUrl.replace(/^https?:\/\//, '')}
      </a>
      . Nobody reads replies to this address;{' '}
      <a className="link" style={look.link} href={new URL('/contact', publicUrl).href}>
        write to us here
      </a>
      .
    </p>
  );
}
