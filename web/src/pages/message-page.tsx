import type { ReactNode } from 'react';
import { urls } from '../lib/urls.ts';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type MessagePageProps = { title: string; icon: ReactNode; hint: string; link: { to: string; text: string } };

/** A page that only says why there is nothing to see, with a link home and one other link. */
export const MessagePage = ({ title, icon, hint, link }: MessagePageProps) => (
  <>
    <title>{title}</title>
    <EmptyState
      heading="h1"
      icon={icon}
      title={title}
      hint={hint}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton to={urls.home}>Back to Home</LinkButton>
          <LinkButton to={link.to} variant="secondary">
            {link.text}
          </LinkButton>
        </span>
      }
    />
  </>
);
