import ArrowRight from 'lucide-react/icons/arrow-right';
import Globe from 'lucide-react/icons/globe';
import HeartHandshake from 'lucide-react/icons/heart-handshake';
import Leaf from 'lucide-react/icons/leaf';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { PageMeta } from '../lib/page-meta.tsx';
import { urls } from '../lib/urls.ts';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { Avatar } from '../ui/pictures/avatar.tsx';
import { Perforation } from '../ui/pictures/perforation.tsx';
import { Voucher } from '../ui/pictures/voucher.tsx';
import { aboutSatisfaction, aboutStory, founder, type PrincipleId, principles } from './about.text.ts';

const marks: Record<PrincipleId, typeof Globe> = {
  customer: HeartHandshake,
  integrity: Scale,
  innovation: Lightbulb,
  security: ShieldCheck,
  community: Globe,
  sustainability: Leaf,
};

const vision = 'Digital goods that are as dependable as cash: clear before you pay, yours a moment later.';

export const Component = () => (
  <div className="mx-auto max-w-6xl px-4 py-12">
    <PageMeta title="About Us" description={vision} path={urls.about} />
    <header className="max-w-3xl">
      <p className="mb-3 text-13 font-semibold text-brand">About Us</p>
      <h1 className="text-35 font-bold sm:text-46">Our Vision for Digital Commerce</h1>
      <p className="mt-4 text-21 text-muted">{vision}</p>
    </header>
    <Perforation className="my-12" />
    <Story />
    <Principles />
    <Leadership />
    <Invitation />
  </div>
);

const Story = () => (
  <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr] lg:gap-12">
    <section aria-labelledby="story" className="grid max-w-[68ch] gap-4">
      <h2 id="story" className="text-27 font-semibold">
        Our Story
      </h2>
      {aboutStory.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
    <Voucher
      stub={
        <p className="flex justify-between gap-4 px-6 py-4 text-13 text-muted">
          <span>Founded</span>
          <span className="amount font-semibold text-ink">2025</span>
        </p>
      }
    >
      <section aria-labelledby="satisfaction" className="grid gap-3 p-6">
        <h2 id="satisfaction" className="text-27 font-semibold text-brand">
          {aboutSatisfaction.title}
        </h2>
        <p>{aboutSatisfaction.text}</p>
      </section>
    </Voucher>
  </div>
);

const Principles = () => (
  <section aria-labelledby="principles" className="mt-18">
    <h2 id="principles" className="mb-6 text-27 font-semibold">
      Our Principles
    </h2>
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {principles.map(({ id, title, text }) => {
        const Mark = marks[id];
        return (
          <li key={id} className="grid content-start gap-2 rounded-card border border-line bg-surface p-6">
            <Mark aria-hidden="true" size={28} strokeWidth={1.5} className="text-brand" />
            <h3 className="text-17 font-semibold">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        );
      })}
    </ul>
  </section>
);

const Leadership = () => (
  <section aria-labelledby="leadership" className="mt-18">
    <h2 id="leadership" className="mb-6 text-27 font-semibold">
      Leadership
    </h2>
    <div className="flex max-w-3xl flex-col gap-6 rounded-card border border-line bg-surface p-6 sm:flex-row">
      <Avatar name={founder.name} size="lg" />
      <div>
        <h3 className="text-21 font-semibold">{founder.name}</h3>
        <p className="mb-3 text-muted">{founder.role}</p>
        <p>{founder.text}</p>
      </div>
    </div>
  </section>
);

const Invitation = () => (
  <section
    aria-labelledby="invitation"
    className="mt-18 flex flex-wrap items-center justify-between gap-6 rounded-card bg-brand-soft p-6 sm:p-8"
  >
    <div>
      <h2 id="invitation" className="text-21 font-semibold">
        See for yourself
      </h2>
      <p className="text-muted">Gift cards, vouchers, keys and memberships, delivered in seconds.</p>
    </div>
    <LinkButton to={urls.home} size="lg">
      Explore
      <ArrowRight aria-hidden="true" size={18} />
    </LinkButton>
  </section>
);
