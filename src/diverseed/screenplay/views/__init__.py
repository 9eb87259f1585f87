"""What is made of a script besides the chart: tables, reports, networks, production schedules."""
