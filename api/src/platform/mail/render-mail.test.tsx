import { describe, expect, it } from 'vitest';
import { MailLayout } from './mail-layout.tsx';
import { MailButton, MailCode, MailFacts, MailText } from './mail-pieces.tsx';
import { renderMail } from './render-mail.ts';

const rendered = renderMail(
  <MailLayout preview="Only the inbox shows this" heading="Your code is here" publicUrl="https://shop.example">
    <MailText>Thank you, {'<script>alert(1)</script>'}.</MailText>
    <MailFacts
      facts={[
        { label: 'Order', value: '#1A2B3C' },
        { label: 'Amount paid', value: '₹1,23,456' },
      ]}
    />
    <MailCode code="ABCD1234EFGH" />
    <MailCode code="AB-12" />
    <MailCode code="A1  B2" />
    <MailButton href="https://shop.example/account/my-orders?a=1&b=2">Open my orders</MailButton>
  </MailLayout>,
);

describe('a rendered mail', () => {
  it('a rendered mail is a full document with dark mode, shop name and address', async () => {
    const { html } = await rendered;
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('Digital Goods Marketplace');
    expect(html).toContain('href="https://shop.example/contact"');
  });

  it('a rendered mail escapes markup in names', async () => {
    const { html } = await rendered;
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('the plain text has the same content without preview and logo', async () => {
    const { text } = await rendered;
    expect(text).toContain('Your code is here');
    expect(text).toMatch(/^Order +#1A2B3C$/m);
    expect(text).toMatch(/^Amount paid +₹1,23,456$/m);
    expect(text).toContain('https://shop.example/account/my-orders?a=1&b=2');
    expect(text).not.toContain('Only the inbox shows this');
    expect(text).not.toMatch(/^DG/m);
  });

  it('a code is grouped on screen and unchanged when copied', async () => {
    const { html, text } = await rendered;
    expect(text).toMatch(/^ABCD1234EFGH$/m);
    expect(text).toMatch(/^AB-12$/m);
    // The buyer must type the exact number of spaces.
    expect(text).toMatch(/^A1 {2}B2$/m);
    expect(html).toMatch(/>ABCD<\/span><span[^>]*>1234<\/span>/);
  });
});
