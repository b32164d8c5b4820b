import { useSelector } from 'react-redux';
import { Link, type LinkProps } from 'react-router';
import { authSlice } from '../../auth/auth.slice.ts';
import { sectionAt, sectionsFor } from './admin-navigation.ts';

/** A way into another section, for those who may see it; for the others its text, where `[a&]:` has no effect. */
export function SectionLink({ to, className, children }: Pick<LinkProps, 'className' | 'children'> & { to: string }) {
  const { user } = useSelector(authSlice.selectSlice);
  if (!sectionsFor(user).some((section) => section === sectionAt(to)))
    return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
